import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { disconnect, loseAnswers, reconnect } from '#test/e2e/support/network.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { ADDRESS, expect, type SignedInShopper, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { orderCount, readyToOrder } from '#test/e2e/support/to-checkout.ts';

// The shop has created an order, but the phone did not get the answer.
test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' });
const cashOrders = '**/api/orders';
const cart = '**/api/cart';

/** Orders, loses the answer, and keeps the page from reading the cart again. */
async function orderUnheard(page: Page) {
  await page.goto('/checkout');
  await tap(page.getByRole('button', { name: 'Continue to Payment' }));
  await placeOrder(page).waitFor();
  await page.waitForLoadState('networkidle');
  await loseAnswers(page, cashOrders);
  // The cart cannot be read: it would be empty by now, and the page would then look for the order by itself.
  await page.route(cart, (route) => route.abort());
  await tap(placeOrder(page));
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
  await page.unroute(cashOrders);
}

async function expectFirstOrder(page: Page) {
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Order placed!')).toBeVisible();
}

test('whoever chooses another address and orders again is shown the order that got through', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await signedInShopper.call('POST', '/addresses', { ...ADDRESS, address_line1: '7 Lake View' });
  await orderUnheard(page);
  await tap(page.getByRole('main').getByRole('button', { name: 'Edit' }));
  await tap(page.getByRole('radio', { name: /7 Lake View/ }));
  await tap(page.getByRole('button', { name: 'Continue to Payment' }));
  await expect(page.getByRole('main')).toContainText('7 Lake View');
  await tap(placeOrder(page));
  await expectFirstOrder(page);
  await expect(page.getByText('please check what it holds and where it goes')).toBeVisible();
  await page.unroute(cart);
  await expect(page.getByRole('main')).toContainText('12 Marine Drive');
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('whoever goes back to the cart is shown the order, for which the shop is asked until it answers', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await orderUnheard(page);
  await page.unroute(cart);
  await page.route(cashOrders, (route) => route.abort());
  await tap(page.getByRole('link', { name: 'Edit cart' }));
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(page.getByRole('main')).toContainText('We sent your order but got no response.');
  await page.unroute(cashOrders);
  await tap(retry);
  await expectFirstOrder(page);
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('whoever fills the cart once more is shown the first order before there is a second', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await orderUnheard(page);
  await page.unroute(cart);
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  await page.goto('/checkout?step=payment');
  await tap(placeOrder(page));
  await expectFirstOrder(page);
  expect(await orderCount(signedInShopper)).toBe(1);
  await page.goto('/checkout?step=payment');
  await tap(placeOrder(page));
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  expect(await orderCount(signedInShopper)).toBe(2);
});

test('an order that never left is not placed by emptying the cart', async ({
  page,
  signedInShopper,
}) => {
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  await signedInShopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await page.goto('/cart');
  await page.goto('/checkout?step=payment');
  await placeOrder(page).waitFor();
  await page.waitForLoadState('networkidle');
  await disconnect(page);
  await tap(placeOrder(page));
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
  await reconnect(page);
  await page.goto('/cart');
  await tap(page.getByRole('button', { name: /^Remove/ }));
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await expect(page).toHaveURL('/cart');
  expect(await orderCount(signedInShopper)).toBe(0);
});

test.describe('an order that never left, of a cart that was emptied elsewhere', () => {
  const unanswered = 'We sent your order but got no response.';
  const tea = (page: Page) => page.getByRole('main').getByText('Dried Aparajita Flowers').first();

  test.beforeEach(async ({ page, signedInShopper }) => {
    await signedInShopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
    await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
    await page.goto('/checkout?step=payment');
    await placeOrder(page).waitFor();
    await page.waitForLoadState('networkidle');
  });

  test('is not placed with what was put into the cart since', async ({ page, signedInShopper }) => {
    await page.route(cashOrders, (route) => route.abort());
    await tap(placeOrder(page));
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await emptyCart(signedInShopper);
    await page.goto('/checkout');
    await expect(page.getByRole('main')).toContainText(unanswered);
    await page.unroute(cashOrders);

    const release = await hold(page, cart);
    await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
    await tap(page.getByRole('banner').getByRole('link', { name: 'Aparajita' }));
    await tap(page.getByRole('banner').getByRole('link', { name: /^Cart/ }));
    await expect(page.getByRole('heading', { name: 'Your Cart' })).toBeVisible();
    release();
    await expect(tea(page)).toBeVisible();
    await expect(page).toHaveURL('/cart');
    expect(await orderCount(signedInShopper)).toBe(0);
  });

  test('is not placed with it by trying again', async ({ page, signedInShopper }) => {
    await page.route(cashOrders, (route) => route.abort());
    await tap(placeOrder(page));
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop.');
    await emptyCart(signedInShopper);
    await page.goto('/checkout');
    await expect(page.getByRole('main')).toContainText(unanswered);
    await page.unroute(cashOrders);

    await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
    await tap(page.getByRole('button', { name: 'Try again' }));
    await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
    expect(await orderCount(signedInShopper)).toBe(0);
  });
});

async function emptyCart(shopper: SignedInShopper) {
  const items = await shopper.call('GET', '/cart');
  if (!Array.isArray(items)) throw new Error('no cart in the answer');
  for (const { id } of items) await shopper.call('DELETE', `/cart/items/${id}`);
}
