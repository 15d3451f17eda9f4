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
