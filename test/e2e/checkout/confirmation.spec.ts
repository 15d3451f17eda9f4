import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { PHONE, setRootFont } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { readyToOrder } from '#test/e2e/support/to-checkout.ts';

test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));
const thanks = (page: Page) => page.getByRole('region', { name: 'Thank you, Asha' });

test('the confirmation is above a new order, on paper left out, and shown again within the hour or in the tab that ordered', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout?step=payment');
  await tap(page.getByRole('button', { name: 'Place Order' }));
  await expect(thanks(page)).toBeVisible();
  await expect(thanks(page)).toContainText(/Would arrive by about \w{3}, \w{3} \d\d/);
  const number = thanks(page).getByText(/^#AP-/);
  const fold = page.viewportSize()?.height ?? 0;
  expect((await number.boundingBox())?.y).toBeLessThan(fold - 24);
  await expect(thanks(page)).toContainText(signedInShopper.email);
  await expect(thanks(page)).toContainText('Keep ₹1,997.00 in cash ready');
  const order = page.getByRole('heading', { name: /^Order #AP-/ });
  await expect(async () => {
    const [first, second] = [await thanks(page).boundingBox(), await order.boundingBox()];
    expect(first?.y).toBeLessThan(second?.y ?? 0);
  }).toPass({ timeout: 15_000 });
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
  await page.setViewportSize(PHONE.viewport);
  await setRootFont(page, 200);
  await expectNoOverflow(page);
  await setRootFont(page, 100);

  await page.emulateMedia({ media: 'print' });
  await expect(thanks(page)).toBeHidden();
  await expect(order).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await page.reload();
  await expect(thanks(page)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/account/orders');
  await tap(other.getByRole('link', { name: /Order #AP-/ }));
  await expect(thanks(other)).toBeVisible();
  await other.close();

  // After an hour the thanks are still shown in the tab that ordered, but not when the order is opened from the list.
  await ownShop.sql(`update orders set created_at = created_at - interval '2 hours'`);
  await page.reload();
  await expect(thanks(page)).toBeVisible();
  const address = page.url();
  await page.goto('/account/orders');
  await page.goto(address);
  await expect(order).toBeVisible();
  await expect(thanks(page)).toBeHidden();
});
