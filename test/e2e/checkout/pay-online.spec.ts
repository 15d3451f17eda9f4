import type { Page } from '@playwright/test';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import {
  ADDRESS,
  expect,
  expectAccessible,
  expectNoOverflow,
  type SignedInShopper,
  signIn,
  test,
} from '#test/e2e/support/shop.ts';

/** Fills a cart with two packets, saves an address, and opens step 2 with online payment chosen. */
async function toPayment(page: Page, shopper: SignedInShopper) {
  await shopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await shopper.call('POST', '/cart/items', { product_id: '1', quantity: 2 });
  await page.goto('/checkout?step=payment');
  await choose(page);
}

async function choose(page: Page) {
  await page.getByRole('radio', { name: /Online Payment \(Razorpay\)/ }).check();
}

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' }).click();
const paymentWindow = (page: Page) => page.getByRole('dialog', { name: 'Aparajita' });
const pay = (page: Page) => paymentWindow(page).getByRole('button', { name: /^Pay / }).click();

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

async function orders(shopper: SignedInShopper): Promise<unknown> {
  return shopper.call('GET', '/orders');
}

test('a card pays for an order', async ({ page, signedInShopper }) => {
  await toPayment(page, signedInShopper);
  await placeOrder(page);
  await expect(paymentWindow(page)).toContainText('Sandbox: no money moves');
  await expect(paymentWindow(page)).toContainText(/Order #AP-\w{3}-\w{3}/);
  await expect(paymentWindow(page)).toContainText('₹998.00');
  await pay(page);
  await expectPaid(page);
  expect(await orders(signedInShopper)).toMatchObject({
    orders: [{ total_amount: 998, status: 'confirmed', payment_status: 'paid' }],
  });
  expect(await signedInShopper.call('GET', '/cart')).toEqual([]);
});

test('the way to pay stays chosen while the address is edited; a UPI id pays, with the keyboard alone', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('radio', { name: /Online Payment \(Razorpay\)/ })).toBeChecked();
  await page.getByRole('button', { name: 'Place Order' }).press('Enter');
  const card = paymentWindow(page).getByRole('radio', { name: 'Card', exact: true });
  await card.focus();
  await card.press('ArrowRight');
  await expect(paymentWindow(page).getByLabel('UPI id')).toHaveValue('success@razorpay');
  await paymentWindow(page).getByLabel('UPI id').press('Enter');
  await expectPaid(page);
});

test('a lost connection, a blocked payment window and a declined card are told, and nothing is lost', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await disconnect(page);
  await placeOrder(page);
  await expect(page.getByRole('alert')).toContainText('Please check your connection');
  await reconnect(page);

  await page.route('**/checkout.js', (route) => route.abort());
  await placeOrder(page);
  await expect(
    page.getByRole('alert').filter({ hasText: 'We could not open the payment window.' }),
  ).toBeVisible();
  // The reservation appeared together with the message, so it moves no button later.
  await expect(page.getByRole('region', { name: /^Your items are reserved/ })).toBeVisible();
  await page.unroute('**/checkout.js');

  await placeOrder(page);
  await paymentWindow(page).getByRole('button', { name: 'A card that is declined' }).click();
  await pay(page);
  await expect(paymentWindow(page).getByRole('alert')).toContainText('declined by your bank');
  await expect(paymentWindow(page).getByRole('button', { name: /^Pay / })).toBeFocused();
  await paymentWindow(page).getByRole('button', { name: 'A card that pays' }).click();
  await pay(page);
  await expectPaid(page);
  expect(await orders(signedInShopper)).toMatchObject({ orders: [{}], next: null });
});

test('closing the window keeps the payment: it can be continued or cancelled', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await placeOrder(page);
  await expect(paymentWindow(page)).toBeVisible();
  await page.keyboard.press('Escape');
  const told = page.getByRole('alert').filter({ hasText: 'Payment cancelled' });
  await expect(told).toContainText('You cancelled the payment process.');
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled();
  const banner = page.getByRole('region', { name: /^Your items are reserved until/ });
  await banner.getByRole('button', { name: 'Cancel reservation' }).click();
  await expect(banner).toBeHidden();
  await placeOrder(page);
  await pay(page);
  await expectPaid(page);
});

test('who closes the tab finds the payment again, and pays it', async ({
  page,
  context,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await placeOrder(page);
  await expect(paymentWindow(page)).toBeVisible();
  await page.close();
  const back = await context.newPage();
  await back.goto('/checkout');
  const banner = back.getByRole('region', { name: /^Your items are reserved until/ });
  await expect(banner).toContainText('₹998.00');
  await banner.getByRole('button', { name: 'Pay now' }).click();
  await pay(back);
  await expectPaid(back);
});

test('who closes the tab right after paying is led to the order', async ({
  page,
  context,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await page.route('**/api/verify-razorpay-payment', (route) => route.abort());
  await placeOrder(page);
  await expect(paymentWindow(page)).toBeVisible();
  // The page cannot read the payment's state either, as long as it is open.
  await page.route(/\/api\/payments\/[0-9a-f-]{36}$/, (route) => route.abort());
  await pay(page);
  await expect(page.getByText('Confirming your payment...')).toBeVisible();
  await page.close();
  const back = await context.newPage();
  await back.goto('/checkout');
  await expectPaid(back);
});

test('two tabs pay once', async ({ page, context, signedInShopper }) => {
  await toPayment(page, signedInShopper);
  const other = await context.newPage();
  await other.goto('/checkout?step=payment');
  await choose(other);
  await placeOrder(page);
  await expect(paymentWindow(page)).toBeVisible();
  await placeOrder(other);
  await pay(other);
  // Checked in both tabs at the same time, because their messages stay only for seconds.
  await Promise.all([expectPaid(other), expectPaid(page)]);
  expect(await orders(signedInShopper)).toMatchObject({ orders: [{}], next: null });
});

test('Back closes the payment window and leaves the payment to be resumed', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await choose(page);
  await placeOrder(page);
  await expect(paymentWindow(page)).toBeVisible();
  await page.goBack();
  await expect(paymentWindow(page)).toBeHidden();
  await expect(page.getByText('Payment cancelled')).toBeVisible();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await pay(page);
  await expectPaid(page);
});

test('a payment that succeeds late, after it had failed, becomes an order', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await placeOrder(page);
  await paymentWindow(page).getByText('Make something go wrong').click();
  await paymentWindow(page).getByLabel('After you pay').selectOption('late');
  await pay(page);
  await expect(paymentWindow(page).getByRole('alert')).toContainText('The bank did not answer');
  await expect(page).toHaveURL(/\/account\/orders\//, { timeout: 45_000 });
  await expect(page.getByText('Payment successful!')).toBeVisible();
});

test('the payment window and the banner are accessible on a phone and on a desktop, the banner’s buttons in one row', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await placeOrder(page);
  await expect(paymentWindow(page)).toBeVisible();
  await expectSoundAtBothWidths(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: /^Your items are reserved until/ })).toBeVisible();
  await expectSoundAtBothWidths(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const resume = page.getByRole('button', { name: 'Pay now' });
  const cancel = page.getByRole('button', { name: 'Cancel reservation' });
  await expect(resume).toBeEnabled();
  await expect(async () => {
    const [one, other] = await Promise.all([resume.boundingBox(), cancel.boundingBox()]);
    expect(one?.y).toBe(other?.y);
  }).toPass({ timeout: 15_000 });
});

test('a payment whose verification found no session is not called refused, and its order follows', async ({
  page,
  request,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await page.route('**/api/verify-razorpay-payment', (route) =>
    route.fulfill({
      status: 401,
      json: { error: { code: 'not_signed_in', message: 'Please sign in again.' } },
    }),
  );
  await placeOrder(page);
  await pay(page);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Confirming your payment',
  );
  await expect(page.getByRole('region', { name: 'Notifications' })).not.toContainText(
    'Payment verification failed',
  );
  // The page has signed out after a 401.
  const { access_token } = await signIn(request, signedInShopper);
  const orders = async () => {
    const headers = { authorization: `Bearer ${access_token}` };
    return (await request.get('/api/orders', { headers })).json();
  };
  await expect.poll(orders).toMatchObject({ orders: [{ payment_status: 'paid' }] });
});

async function expectSoundAtBothWidths(page: Page) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
}
