import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { PHONE, setRootFont } from '#test/e2e/support/phone.ts';
import { ADDRESS, expect, expectAccessible, expectNoOverflow } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { readyToOrder } from '#test/e2e/support/to-checkout.ts';

test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));
test.describe.configure({ mode: 'default' });

const thanks = (page: Page) => page.getByRole('region', { name: 'Thank you, Asha' });

test('the confirmation says when the order comes, where the email went, what to keep ready, how to brew', async ({
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
  await expect(thanks(page)).toContainText('Sundays and public holidays do not count');
  await expect(thanks(page)).toContainText(signedInShopper.email);
  await expect(thanks(page)).toContainText('Keep ₹1,997.00 in cash ready');
  await expect(thanks(page)).toContainText(/80-90°C/);
  await expect(thanks(page)).not.toContainText('flowers'); // a bag or a stick is a cup, too
  await expect(thanks(page)).not.toContainText('Pending');
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

  await page.reload();
  await expect(thanks(page)).toBeVisible();

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

test('the order’s page shows the confirmation within the hour, until the order goes further', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout?step=payment');
  await tap(page.getByRole('button', { name: 'Place Order' }));
  await expect(thanks(page)).toBeVisible();
  await page.goto('/account/orders');
  await tap(page.getByRole('link', { name: /Order #AP-/ }));
  await expect(thanks(page)).toBeVisible();
  // No thanks are shown once the order has been shipped, delivered or cancelled.
  for (const status of ['shipped', 'delivered', 'cancelled']) {
    await ownShop.sql(`update orders set fulfilment = $1 where payment_method = 'cod'`, [
      status === 'processing' ? 'packed' : status,
    ]);
    await page.reload();
    await expect(page.getByRole('heading', { name: /^Order #AP-/ })).toBeVisible();
    await expect(thanks(page)).toBeHidden();
  }
});

test('what was paid online needs no cash', async ({ page, signedInShopper }) => {
  await signedInShopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 2 });
  await page.goto('/checkout?step=payment');
  await tap(page.getByText('Online Payment (Razorpay)'));
  await tap(page.getByRole('button', { name: 'Place Order' }));
  await tap(page.getByRole('dialog', { name: 'Aparajita' }).getByRole('button', { name: /^Pay / }));
  await expect(thanks(page)).toContainText('₹998.00 paid online');
  await expect(thanks(page)).toContainText('nothing to pay when it arrives');
  await expect(thanks(page)).not.toContainText('in cash');
  await expectAccessible(page);
});

test('the confirmation names the shopper, not the recipient of the parcel', async ({
  page,
  signedInShopper,
}) => {
  await signedInShopper.call('PATCH', '/profile', { full_name: 'Asha Iyer' });
  await signedInShopper.call('POST', '/addresses', {
    ...ADDRESS,
    full_name: 'Ravi Kumar',
    is_default: true,
  });
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  await page.goto('/checkout?step=payment');
  await tap(page.getByRole('button', { name: 'Place Order' }));
  await expect(thanks(page)).toBeVisible();
  await tap(thanks(page).getByRole('link', { name: 'Continue shopping' }));
  await expect(page).toHaveURL('/shop');
});

test('each state of an order has a text that a shopper understands', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout?step=payment');
  await tap(page.getByRole('button', { name: 'Place Order' }));
  await expect(thanks(page)).toBeVisible();
  const main = page.getByRole('main');
  for (const [status, words] of [
    ['pending', 'We have received your order and are getting it ready.'],
    ['confirmed', 'Your order is confirmed, and we are getting it ready.'],
    ['processing', 'We are packing your order.'],
    ['shipped', 'Your order is on its way to you.'],
    ['delivered', 'Your order has been delivered.'],
    ['cancelled', 'This order was cancelled. Nothing will be sent.'],
  ] as const) {
    await ownShop.sql(`update orders set fulfilment = $1 where payment_method = 'cod'`, [
      status === 'processing' ? 'packed' : status,
    ]);
    await page.reload();
    await expect(main.getByText(words)).toBeVisible();
    const cash = main.getByText('You pay in cash when it arrives.');
    await expect(cash).toHaveCount(['delivered', 'cancelled'].includes(status) ? 0 : 1);
    await expect(main.getByText('nothing to pay')).toHaveCount(status === 'cancelled' ? 1 : 0);
    await expectAccessible(page);
  }
});

test('a printed order page has no confirmation', async ({ page, signedInShopper }) => {
  await readyToOrder(signedInShopper);
  await page.goto('/checkout?step=payment');
  await tap(page.getByRole('button', { name: 'Place Order' }));
  await expect(thanks(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(thanks(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: /^Order #AP-/ })).toBeVisible();
});
