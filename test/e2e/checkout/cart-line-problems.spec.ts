import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { changeBeforeRequest } from '#test/e2e/support/delayed-requests.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { expectInOwnBox, PHONE } from '#test/e2e/support/phone.ts';
import { ADDRESS, expect, expectAccessible, type SignedInShopper } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { orderCount } from '#test/e2e/support/to-checkout.ts';

// What each problem says and offers is in the component tests of app/cart and app/checkout.
test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));
test.describe.configure({ mode: 'default' });

async function fillCart(shopper: SignedInShopper) {
  await shopper.call('POST', '/cart/items', { product_id: '5', quantity: 4 });
  await shopper.call('POST', '/cart/items', { product_id: '2', quantity: 1 });
  await shopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
}

const proceed = (page: Page) => page.getByRole('link', { name: 'Proceed to Checkout' });
const remedy = (page: Page, name: RegExp) => page.getByRole('button', { name });
const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' });
const problem = (page: Page) => page.getByRole('main').getByRole('alert');

/** The button is in the window and has the focus, so shoppers see or hear what to do. */
async function expectLedTo(page: Page, name: RegExp) {
  await expect(remedy(page, name)).toBeFocused();
  await expect(remedy(page, name)).toBeInViewport({ ratio: 1 });
}

test('from the cart to the last button a shopper is led to what has changed, and ends with one order of what is left', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await fillCart(signedInShopper);
  await ownShop.sql(`update products set price = 649, mrp = 699 where id = '5'`);
  await page.goto('/cart');
  await expect(proceed(page)).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await tap(proceed(page));
  await expect(page).toHaveURL('/cart');
  await expectLedTo(page, /^Accept new price/);
  await expectInOwnBox(remedy(page, /^Accept new price/).locator('xpath=..'));
  await tap(remedy(page, /^Accept new price/));
  await expect(proceed(page)).not.toHaveAttribute('aria-disabled');
  await tap(proceed(page));

  await expect(page).toHaveURL('/checkout');
  const next = page.getByRole('button', { name: 'Continue to Payment' });
  await expect(next).toBeEnabled();
  await ownShop.sql(`update products set stock = 3 where id = '5'`);
  await tap(next);
  await expect(remedy(page, /^Take 3/)).toBeVisible();
  await tap(placeOrder(page));
  await expectLedTo(page, /^Take 3/);
  await expectAccessible(page);
  await tap(remedy(page, /^Take 3/));
  await expect(remedy(page, /^Take 3/)).toBeHidden();

  await changeBeforeRequest(page, 'POST', '**/api/orders', () =>
    ownShop.sql(`update products set active = false where id = '5'`),
  );
  await tap(placeOrder(page));
  await expect(problem(page)).toContainText('Travel Tea Pack');
  await expectLedTo(page, /^Remove it/);
  expect(await orderCount(signedInShopper)).toBe(0);
  await tap(remedy(page, /^Remove it/));
  await expect(problem(page)).toBeHidden();
  await tap(placeOrder(page));
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Premium Blue Tea Pack')).toBeVisible();
  await expect(page.getByText('Travel Tea Pack')).toBeHidden();
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('what has changed is also shown without a tap, when the shopper comes back from another tab', async ({
  page,
  context,
  ownShop,
  signedInShopper,
}) => {
  await fillCart(signedInShopper);
  await page.goto('/checkout?step=payment');
  await expect(placeOrder(page)).toBeVisible();
  await ownShop.sql(`update products set stock = 0 where id = '5'`);
  await page.clock.install();
  await page.clock.fastForward(10_000);
  const other = await context.newPage();
  await other.goto('/about');
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(remedy(page, /^Remove it/)).toBeVisible();
});

test('a cart that another tab has changed is shown before it is ordered', async ({
  page,
  signedInShopper,
}) => {
  await fillCart(signedInShopper);
  await page.goto('/checkout?step=payment');
  await expect(placeOrder(page)).toBeVisible();
  await changeBeforeRequest(page, 'POST', '**/api/orders', () =>
    signedInShopper.call('POST', '/cart/items', { product_id: '6', quantity: 1 }),
  );
  await tap(placeOrder(page));
  await expect(page.getByText(/Your cart has changed/)).toBeInViewport();
  // The subtotal, the total, and the total beside the button.
  await expect(page.getByText('₹5,194.00').filter({ visible: true })).toHaveCount(3);
  expect(await orderCount(signedInShopper)).toBe(0);
  await tap(placeOrder(page));
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await expect(page.getByText('₹5,194.00', { exact: true })).toBeVisible();
});
