import type { Page } from '@playwright/test';
import { ADDRESS } from '#test/address.ts';
import { hold } from '#test/e2e/support/network.ts';
import { orderCount } from '#test/e2e/support/pages.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import {
  declineCookies,
  expect,
  expectAccessible,
  expectNoOverflow,
  type SignedInShopper,
  test,
} from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// What the checkout says about each state of a payment: app/payments/pay-online.component.test.tsx.
test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

const VERIFICATION = '**/api/verify-razorpay-payment';

/** Puts two packets into the cart and opens step 2 with online payment chosen. */
async function toPayment(page: Page, shopper: SignedInShopper) {
  await shopper.call('POST', '/cart/items', { product_id: '1', quantity: 2 });
  await page.goto('/checkout?step=payment');
  await chooseOnline(page);
}

const saveAddress = (shopper: SignedInShopper) =>
  shopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });

const chooseOnline = (page: Page) => tap(page.getByText('Online Payment (Razorpay)'));
const placeOrder = (page: Page) => tap(page.getByRole('button', { name: 'Place Order' }));
const paymentWindow = (page: Page) => page.getByRole('dialog', { name: 'Aparajita' });
const pay = (page: Page) => tap(paymentWindow(page).getByRole('button', { name: /^Pay / }));
const reserved = (page: Page) =>
  page.getByRole('region', { name: /^Your items are reserved until/ });

async function expectPaid(page: Page) {
  await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Payment successful!')).toBeVisible();
  await expect(page.getByText(/Your order #AP-.* has been placed successfully\./)).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Online Payment (Razorpay)')).toBeVisible();
  await expect(main.getByText('Paid', { exact: true })).toBeVisible();
  // In the badge and in the timeline.
  await expect(main.getByText('Confirmed', { exact: true })).toHaveCount(2);
  await expect(main.getByText(/^pay_\w{14}$/)).toBeVisible();
}

test('a card pays for an order: a blocked payment window and a declined card are told, and nothing is lost', async ({
  page,
  signedInShopper,
}) => {
  await saveAddress(signedInShopper);
  await toPayment(page, signedInShopper);
  await page.route('**/checkout.js', (route) => route.abort());
  await placeOrder(page);
  await expect(
    page.getByRole('alert').filter({ hasText: 'We could not open the payment window.' }),
  ).toBeVisible();
  // The reservation appeared together with the message, so it moves no button later.
  await expect(reserved(page)).toBeVisible();
  await page.unroute('**/checkout.js');

  await placeOrder(page);
  await expect(paymentWindow(page)).toContainText('Sandbox: no money moves');
  await expect(paymentWindow(page)).toContainText(/Order #AP-\w{3}-\w{3}/);
  await expect(paymentWindow(page)).toContainText('₹998.00');
  await tap(paymentWindow(page).getByRole('button', { name: 'A card that is declined' }));
  await pay(page);
  await expect(paymentWindow(page).getByRole('alert')).toContainText('declined by your bank');
  await expect(paymentWindow(page).getByRole('button', { name: /^Pay / })).toBeFocused();
  await tap(paymentWindow(page).getByRole('button', { name: 'A card that pays' }));
  await pay(page);
  await expectPaid(page);
  expect(await signedInShopper.call('GET', '/cart')).toEqual([]);
});

test('closing the window keeps the payment: it can be continued or cancelled', async ({
  page,
  signedInShopper,
}) => {
  await saveAddress(signedInShopper);
  await toPayment(page, signedInShopper);
  const cash = page.getByText('Cash on Delivery (COD)');
  const notifications = page.getByRole('region', { name: 'Notifications' });

  await test.step('nothing that could be tapped next moves, however slow the network', async () => {
    const release = await hold(page, '**/api/payments/open');
    await placeOrder(page);
    await expect(paymentWindow(page)).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.keyboard.press('Escape');
    await expect(notifications).toContainText('Payment cancelled');
    await expect(notifications).toContainText('You cancelled the payment process.');
    await expect(reserved(page)).toBeVisible();
    await expectAccessible(page);
    const before = await cash.boundingBox();
    const answer = page.waitForResponse('**/api/payments/open');
    release();
    await answer;
    await expect(reserved(page)).toBeVisible();
    expect(await cash.boundingBox()).toEqual(before);
  });

  await test.step('Back closes the window, after a reload', async () => {
    await page.reload();
    await tap(reserved(page).getByRole('button', { name: 'Cancel reservation' }));
    await expect(reserved(page)).toBeHidden();
    await page.goto('/checkout');
    await tap(page.getByRole('button', { name: 'Continue to Payment' }));
    await chooseOnline(page);
    await placeOrder(page);
    await expect(paymentWindow(page)).toBeVisible();
    await page.goBack();
    await expect(paymentWindow(page)).toBeHidden();
  });

  await test.step('who closes the tab finds the payment again, and pays it', async () => {
    await page.close();
    const back = await page.context().newPage();
    await back.goto('/checkout');
    await expect(reserved(back)).toContainText('₹998.00');
    await tap(reserved(back).getByRole('button', { name: 'Pay now' }));
    await pay(back);
    await expectPaid(back);
  });
});

test('who closes the tab right after paying or pays in two tabs has one order', async ({
  page: first,
  context,
  signedInShopper,
}) => {
  await saveAddress(signedInShopper);

  await test.step('the tab is closed: the next one leads to the order', async () => {
    await toPayment(first, signedInShopper);
    await first.route(VERIFICATION, (route) => route.abort());
    await placeOrder(first);
    await expect(paymentWindow(first)).toBeVisible();
    // The page cannot read the payment's state either, as long as it is open.
    await first.route(/\/api\/payments\/[0-9a-f-]{36}$/, (route) => route.abort());
    await pay(first);
    await expect(first.getByText('Confirming your payment...')).toBeVisible();
    await first.close();
  });
  const page = await context.newPage();
  await page.goto('/checkout');
  await expectPaid(page);
  expect(await orderCount(signedInShopper)).toBe(1);

  await test.step('two tabs', async () => {
    await toPayment(page, signedInShopper);
    const other = await context.newPage();
    await other.goto('/checkout?step=payment');
    await chooseOnline(other);
    await placeOrder(page);
    await expect(paymentWindow(page)).toBeVisible();
    await placeOrder(other);
    await pay(other);
    for (const tab of [other, page]) await expectPaid(tab);
    expect(await orderCount(signedInShopper)).toBe(2);
    await other.close();
  });
});
