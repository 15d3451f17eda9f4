import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { PHONE, primaryButtons } from '#test/e2e/support/phone.ts';
import {
  ADDRESS,
  expect,
  expectAccessible,
  type SignedInShopper,
  test,
} from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { orderCount } from '#test/e2e/support/to-checkout.ts';

// What the checkout says about a payment is never contradicted by what it said before.
test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

async function toPayment(page: Page, shopper: SignedInShopper) {
  await shopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await shopper.call('POST', '/cart/items', { product_id: '1', quantity: 2 });
  await page.goto('/checkout?step=payment');
}

const online = (page: Page) => page.getByText('Online Payment (Razorpay)');
const cash = (page: Page) => page.getByText('Cash on Delivery (COD)');
const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' });
const paymentWindow = (page: Page) => page.getByRole('dialog', { name: 'Aparajita' });
const reserved = (page: Page) => page.getByRole('region', { name: /^Your items are reserved/ });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

async function dismiss(page: Page) {
  await expect(paymentWindow(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toasts(page)).toContainText('Payment cancelled');
  await expect(toasts(page)).toContainText('You cancelled the payment process.');
}

async function pay(page: Page) {
  await tap(paymentWindow(page).getByRole('button', { name: /^Pay / }));
}

test('closing the window and paying at once ends with the success alone', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await tap(online(page));
  await tap(placeOrder(page));
  await dismiss(page);
  await tap(placeOrder(page));
  await expect(paymentWindow(page)).toBeVisible();
  await expect(toasts(page).getByText('Payment cancelled')).toHaveCount(0);
  await pay(page);
  await expect(toasts(page)).toContainText('Payment successful!');
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await expect(toasts(page).getByText('Payment cancelled')).toHaveCount(0);
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('closing the window and paying in cash ends with the order alone', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await tap(online(page));
  await tap(placeOrder(page));
  await dismiss(page);
  await tap(cash(page));
  await tap(placeOrder(page));
  await expect(toasts(page)).toContainText('Order placed!');
  await expect(toasts(page).getByText('Payment cancelled')).toHaveCount(0);
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('closing the window moves nothing that could be tapped next, however slow the network', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await tap(online(page));
  const release = await hold(page, '**/api/payments/open');
  await tap(placeOrder(page));
  await dismiss(page);
  await expect(reserved(page)).toBeVisible();
  const before = await cash(page).boundingBox();
  const answer = page.waitForResponse('**/api/payments/open');
  release();
  await answer;
  await expect(reserved(page)).toBeVisible();
  expect(await cash(page).boundingBox()).toEqual(before);

  const again = await hold(page, '**/api/payments/open');
  await page.reload();
  await expect(page.getByRole('main').getByText('Loading...')).toHaveCount(1);
  await expect(cash(page)).toHaveCount(0);
  again();
  await expect(cash(page)).toBeVisible();
  expect(await reserved(page).count()).toBe(1);
});

test('closing the window twice shows one message', async ({ page, signedInShopper }) => {
  await toPayment(page, signedInShopper);
  await tap(online(page));
  for (let visit = 0; visit < 2; visit += 1) {
    await tap(placeOrder(page));
    await dismiss(page);
  }
  await expect(toasts(page).getByText('Payment cancelled')).toHaveCount(1);
});

test('the message of a failure is gone once the order is placed', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  let lost = false;
  await page.route('**/api/orders', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.continue();
    lost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await tap(placeOrder(page));
  await expect(toasts(page)).toContainText('We could not reach the shop.');
  await tap(placeOrder(page));
  await expect(toasts(page)).toContainText('Order placed!');
  await expect(toasts(page).getByText('Error')).toHaveCount(0);
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('after closing the window there is one primary button, and the texts agree', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await tap(online(page));
  await tap(placeOrder(page));
  await dismiss(page);
  await expect(reserved(page)).toBeVisible();
  await expect(reserved(page)).toContainText(/reserved until \d{1,2}:\d{2}\s[AP]M/);
  await expect(reserved(page)).toContainText('Pay now, or choose cash on delivery.');
  await expect(placeOrder(page)).toBeEnabled();
  await expect.poll(() => primaryButtons(page)).toEqual(['Place Order']);
  await expectAccessible(page);

  await page.goto('/checkout');
  await expect(reserved(page)).toBeVisible();
  await expect.poll(() => primaryButtons(page)).toEqual(['Continue to Payment']);

  // Another tab has added something, which is not reserved.
  await signedInShopper.call('POST', '/cart/items', { product_id: '5', quantity: 1 });
  await page.reload();
  const order = page.getByRole('region', { name: /^Order #AP-\S+ is reserved until/ });
  await expect(order).toContainText('₹998.00');
  await expect(order).toContainText('Pay now for it alone, or order your cart as it is below.');
  await expect(reserved(page)).toBeHidden();

  // Another tab has emptied the cart. Now paying for the reserved items is the only thing to do.
  await signedInShopper.call('DELETE', '/cart');
  await page.reload();
  await expect(reserved(page)).toBeVisible();
  await expect.poll(() => primaryButtons(page)).toEqual(['Pay now']);
  await tap(page.getByRole('button', { name: 'Pay now' }));
  await pay(page);
  await expect(toasts(page)).toContainText('Payment successful!');
});

test('a reservation can be cancelled, and the checkout continues', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await tap(online(page));
  await tap(placeOrder(page));
  await dismiss(page);
  await tap(page.getByRole('button', { name: 'Cancel reservation' }));
  await expect(reserved(page)).toBeHidden();
  expect(await signedInShopper.call('GET', '/payments/open')).toEqual({ payment: null });
  await tap(placeOrder(page));
  await pay(page);
  await expect(toasts(page)).toContainText('Payment successful!');
});
