import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { changeBeforeRequest } from '#test/e2e/support/delayed-requests.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { expectInOwnBox, PHONE } from '#test/e2e/support/phone.ts';
import { ADDRESS, expect, expectAccessible, type SignedInShopper } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { orderCount } from '#test/e2e/support/to-checkout.ts';

// Every step from the cart to the last button says which line cannot be ordered, and offers a remedy.
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
const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' });

/** The button is in the window and has the focus, so shoppers see or hear what to do. */
async function expectLedTo(page: Page, name: RegExp) {
  await expect(remedy(page, name)).toBeFocused();
  await expect(remedy(page, name)).toBeInViewport({ ratio: 1 });
}

const PROBLEMS = [
  ['sold out', `update products set stock = 0 where id = '5'`, 'Sold out', /^Remove it/],
  ['short', `update products set stock = 3 where id = '5'`, 'Only 3 left', /^Take 3/],
  [
    'no longer sold',
    `update products set active = false where id = '5'`,
    'No longer sold',
    /^Remove it/,
  ],
  [
    'of another price',
    `update products set price = 649, mrp = 699 where id = '5'`,
    'New price',
    /^Accept new price/,
  ],
] as const;

test('taking what is left of a dearer product tells its price before and after', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await fillCart(signedInShopper);
  await ownShop.sql(`update products set stock = 3, price = 649, mrp = 699 where id = '5'`);
  await page.goto('/cart');
  const notice = remedy(page, /^Take 3/).locator('xpath=..');
  await expect(notice).toContainText('Only 3 left. The price is now ₹649.00. It was ₹');
  await ownShop.sql(`update products set price = 699, mrp = 699 where id = '5'`);
  await tap(remedy(page, /^Take 3/));
  await expect(page.getByText('is now ₹699.00.')).toBeVisible();
  await expect(proceed(page)).not.toHaveAttribute('aria-disabled');
});

for (const [problem, change, mark, name] of PROBLEMS) {
  test(`a line that is ${problem} stops at the cart, and leads to what can be done`, async ({
    page,
    ownShop,
    signedInShopper,
  }) => {
    await fillCart(signedInShopper);
    await ownShop.sql(change);
    await page.goto('/cart');
    await expect(summary(page)).toContainText('1 item needs a change before checkout');
    await expect(proceed(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(proceed(page)).toHaveAccessibleDescription(/1 item needs a change/);
    await expectAccessible(page);
    await tap(proceed(page));
    await expect(page).toHaveURL('/cart');
    await expectLedTo(page, name);
    await expectInOwnBox(remedy(page, name).locator('xpath=..'));
    await tap(remedy(page, name));
    await expect(proceed(page)).not.toHaveAttribute('aria-disabled');
    await tap(proceed(page));
    await expect(page).toHaveURL('/checkout');
    await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
  });

  test(`a line that is ${problem} is marked in both steps of the checkout`, async ({
    page,
    ownShop,
    signedInShopper,
  }) => {
    await fillCart(signedInShopper);
    await ownShop.sql(change);
    await page.goto('/checkout');
    await expect(remedy(page, name)).toBeInViewport();
    await expect(summary(page).getByRole('listitem').first()).toContainText(mark);
    await expectAccessible(page);
    await tap(page.getByRole('button', { name: 'Continue to Payment' }));
    await expectLedTo(page, name);
    await expect(page).not.toHaveURL(/step=payment/);

    await page.goto('/checkout?step=payment');
    await expect(remedy(page, name)).toBeInViewport();
    await tap(page.getByRole('button', { name: 'Place Order' }));
    await expectLedTo(page, name);
    expect(await orderCount(signedInShopper)).toBe(0);
    await tap(remedy(page, name));
    await expect(remedy(page, name)).toBeHidden();
    await tap(page.getByRole('button', { name: 'Place Order' }));
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
    expect(await orderCount(signedInShopper)).toBe(1);
  });

  test(`a line that is ${problem} when Place Order is tapped is led to`, async ({
    page,
    ownShop,
    signedInShopper,
  }) => {
    await fillCart(signedInShopper);
    await page.goto('/checkout?step=payment');
    await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();
    await changeBeforeRequest(page, 'POST', '**/api/orders', () => ownShop.sql(change));
    await tap(page.getByRole('button', { name: 'Place Order' }));
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Travel Tea Pack');
    await expectLedTo(page, name);
    await expectAccessible(page);
    expect(await orderCount(signedInShopper)).toBe(0);
    await tap(remedy(page, name));
    await expect(page.getByRole('main').getByRole('alert')).toBeHidden();
    await tap(page.getByRole('button', { name: 'Place Order' }));
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  });
}

// All kinds of problems are noticed in the same way, so one of stock and one of price are enough here.
for (const [problem, change, , name] of [PROBLEMS[0], PROBLEMS[3]]) {
  test(`a line that becomes ${problem} during the checkout is told by the next step, and by coming back`, async ({
    page,
    context,
    ownShop,
    signedInShopper,
  }) => {
    await fillCart(signedInShopper);
    await page.goto('/checkout');
    const next = page.getByRole('button', { name: 'Continue to Payment' });
    await expect(next).toBeEnabled();
    await ownShop.sql(change);
    await tap(next);
    await expect(remedy(page, name)).toBeVisible();

    // It is also shown without a tap, when the shopper comes back from another tab.
    await ownShop.sql(`update products set price = 599, stock = 90, active = true where id = '5'`);
    await page.goto('/checkout?step=payment');
    await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();
    await expect(remedy(page, name)).toBeHidden();
    await ownShop.sql(change);
    await page.clock.install();
    await page.clock.fastForward(10_000);
    const other = await context.newPage();
    await other.goto('/about');
    await page.bringToFront();
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(remedy(page, name)).toBeVisible();
  });
}

test('when all of the cart is sold out, removing it ends at the empty cart', async ({
  page,
  ownShop,
  signedInShopper,
}) => {
  await fillCart(signedInShopper);
  await ownShop.sql(`update products set stock = 0 where id in ('2', '5')`);
  await page.goto('/cart');
  await expect(summary(page)).toContainText('2 items need a change before checkout');
  await page.goto('/checkout?step=payment');
  await tap(remedy(page, /^Remove it: Travel Tea Pack/));
  await tap(remedy(page, /^Remove it: Premium Blue Tea Pack/));
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});

test('a cart that another tab has changed is shown before it is ordered', async ({
  page,
  signedInShopper,
}) => {
  await fillCart(signedInShopper);
  await page.goto('/checkout?step=payment');
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();
  await changeBeforeRequest(page, 'POST', '**/api/orders', () =>
    signedInShopper.call('POST', '/cart/items', { product_id: '6', quantity: 1 }),
  );
  await tap(page.getByRole('button', { name: 'Place Order' }));
  const told = page.getByText(/Your cart has changed/);
  await expect(told).toBeInViewport();
  expect(await orderCount(signedInShopper)).toBe(0);
  await tap(page.getByRole('button', { name: 'Place Order' }));
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
});
