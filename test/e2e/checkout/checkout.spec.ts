import type { Page } from '@playwright/test';
import { ADDRESS } from '#test/address.ts';
import { orderCount, readyToOrder } from '#test/e2e/support/pages.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { declineCookies, expect, test } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' });
const onward = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' });
const ORDER = /\/account\/orders\/[0-9a-f-]{36}$/;

test('a cash order takes four taps from the cart, the last a double one, in a checkout with only the logo, help and legal links around it', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await page.goto('/cart');
  await tap(page.getByRole('link', { name: 'Proceed to Checkout' }));
  await expect(onward(page)).toBeVisible();
  const header = page.getByRole('banner');
  const footer = page.getByRole('contentinfo');
  await expect(header.getByRole('link')).toHaveCount(2);
  await expect(header.getByRole('button')).toHaveCount(0);
  await expect(header.getByRole('link', { name: 'Aparajita' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const legal = footer.getByRole('link');
  await expect(legal).toHaveText(['Shipping', 'Returns', 'Privacy', 'Terms']);
  await tap(header.getByRole('link', { name: 'Help' }));
  await expect(page).toHaveURL('/contact');
  await page.goBack();
  await tap(onward(page));
  await expectTappable(placeOrder(page)); // waits until it no longer moves
  const { x = 0, y = 0, width = 0, height = 0 } = (await placeOrder(page).boundingBox()) ?? {};
  for (const _ of ['one tap', 'two taps'])
    await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(page).toHaveURL(ORDER);
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('the steps are in the URL: Back, reload and titles follow, and so does the focus', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await signedInShopper.call('POST', '/addresses', { ...ADDRESS, full_name: 'Ravi Kumar' });
  await page.goto('/checkout');
  await expect(page).toHaveTitle('Checkout: Shipping Address | Aparajita');
  const ravi = page.getByRole('radio', { name: /Ravi Kumar/ });
  await ravi.check();
  await expect(page).toHaveURL(/\/checkout\?address=/);
  await page.reload();
  await expect(ravi).toBeChecked();

  await tap(onward(page));
  await expect(page).toHaveURL(/step=payment/);
  await expect(page).toHaveTitle('Checkout: Payment | Aparajita');
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Cash on Delivery (COD)' })).toBeChecked();
  await page.reload();
  await expect(placeOrder(page)).toBeVisible();
  await page.goBack();
  await expect(onward(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shipping Address' })).toBeFocused();
  await page.goForward();
  await expect(placeOrder(page)).toBeVisible();
  // A URL of a later step leads to the step that comes first.
  await page.goto(`/checkout?step=payment&address=${crypto.randomUUID()}`);
  await expect(onward(page)).toBeVisible();
});
