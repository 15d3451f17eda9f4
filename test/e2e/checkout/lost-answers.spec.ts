import type { Page } from '@playwright/test';
import { ADDRESS } from '#test/address.ts';
import { orderCount, readyToOrder, toPayment } from '#test/e2e/support/pages.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { declineCookies, expect, type SignedInShopper, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// What becomes of each attempt to order: app/checkout/order-attempt.test.ts.
test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' });
const cashOrders = '**/api/orders';
const cart = '**/api/cart';

const addTea = (shopper: SignedInShopper) =>
  shopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });

async function toLastButton(page: Page) {
  await page.goto('/checkout?step=payment');
  await placeOrder(page).waitFor();
  await page.waitForLoadState('networkidle');
}

const expectUnheard = (page: Page) =>
  expect(page.getByRole('alert')).toContainText('We could not reach the shop.');

/** Orders; the shop has created the order, but the phone gets no answer, and cannot read the cart again. */
async function orderUnheard(page: Page, shopper: SignedInShopper) {
  await addTea(shopper);
  await toLastButton(page);
  await page.route(cashOrders, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  // An empty cart would make the page look for the order by itself.
  await page.route(cart, (route) => route.abort());
  await tap(placeOrder(page));
  await expectUnheard(page);
  await page.unroute(cashOrders);
}

async function expectPlaced(page: Page, shopper: SignedInShopper, orders: number) {
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Order placed!')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(await orderCount(shopper)).toBe(orders);
}

test('an order whose answer was lost is found again whatever its shopper does next, and is not placed twice', async ({
  page,
  signedInShopper: shopper,
}) => {
  await shopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await shopper.call('POST', '/addresses', { ...ADDRESS, address_line1: '7 Lake View' });

  await test.step('a reload', async () => {
    await orderUnheard(page, shopper);
    await page.unroute(cart);
    await page.reload();
    await expectPlaced(page, shopper, 1);
  });

  await test.step('another address', async () => {
    await orderUnheard(page, shopper);
    await tap(page.getByRole('main').getByRole('button', { name: 'Edit' }));
    await tap(page.getByRole('radio', { name: /7 Lake View/ }));
    await tap(page.getByRole('button', { name: 'Continue to Payment' }));
    await expect(page.getByRole('main')).toContainText('7 Lake View');
    await tap(placeOrder(page));
    await expect(page.getByText('please check what it holds and where it goes')).toBeVisible();
    await expectPlaced(page, shopper, 2);
    await expect(page.getByRole('main')).toContainText('12 Marine Drive');
  });
});

test('two tabs that order at once place one order', async ({ page, context, signedInShopper }) => {
  await readyToOrder(signedInShopper);
  const other = await context.newPage();
  await toPayment(page);
  await toPayment(other);
  await Promise.all([placeOrder(page).click(), placeOrder(other).click()]);
  const places = () =>
    [page, other].map((tab) => new URL(tab.url()).pathname.replace(/[0-9a-f-]{36}$/, 'ID'));
  await expect.poll(() => places().toSorted()).toEqual(['/account/orders/ID', '/cart']);
  expect(await orderCount(signedInShopper)).toBe(1);
});
