import type { Page } from '@playwright/test';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import {
  ADDRESS,
  expect,
  expectAccessible,
  expectNoOverflow,
  type SignedInShopper,
  test,
} from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

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

test('cancelling a payment that was made in another tab opens its order', async ({
  page,
  context,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await placeOrder(page);
  await expect(paymentWindow(page)).toBeVisible();
  await page.keyboard.press('Escape');
  const giveUp = page.getByRole('button', { name: 'Cancel reservation' });
  await expect(giveUp).toBeVisible();
  const other = await context.newPage();
  await other.goto('/checkout');
  await other.getByRole('button', { name: 'Pay now' }).click();
  await pay(other);
  await expectPaid(other);
  await giveUp.click();
  await expectPaid(page);
});

test('while the bank is asked about a payment, nobody is asked to pay again', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();
  const payment = {
    id: crypto.randomUUID(),
    order_number: 'AP-7K2-M9X',
    amount: 99_800,
    state: 'confirming',
    expires_at: new Date().toISOString(),
    order_id: null,
    shipping_address: {
      full_name: 'Asha Rao',
      phone: '9876543210',
      address_line1: '12 Marine Drive',
      address_line2: null,
      city: 'Mumbai',
      state: 'Maharashtra',
      postal_code: '400020',
      country: 'India',
    },
  };
  await page.route('**/api/payments/open', (route) => route.fulfill({ json: { payment } }));
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'AP-7K2-M9X' })).toBeVisible();
  await expect(page.getByText('₹998.00').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeHidden();
  await expectAccessible(page);
  await page.unroute('**/api/payments/open');
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();
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

test('a signature that is not the gateway’s is refused, and the money found all the same', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  // The page cannot read the payment: the webhook may arrive first, and then it would be told that it is paid.
  await page.route(/\/api\/payments\/[0-9a-f-]{36}(\/check)?$/, (route) => route.abort());
  await page.route('**/api/verify-razorpay-payment', (route) =>
    route.continue({
      postData: JSON.stringify({
        ...route.request().postDataJSON(),
        razorpay_signature: '0'.repeat(64),
      }),
    }),
  );
  await placeOrder(page);
  await pay(page);
  const told = page.getByRole('alert').filter({ hasText: 'Payment verification failed' });
  await expect(told).toContainText('We could not verify this payment.');
  await page.goto('/checkout');
  await expect
    .poll(() => orders(signedInShopper))
    .toMatchObject({ orders: [{ payment_status: 'paid' }] });
});

test('a payment of another amount makes no order, and its money goes back', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await placeOrder(page);
  await paymentWindow(page).getByText('Make something go wrong').click();
  await paymentWindow(page).getByLabel('After you pay').selectOption('wrong_amount');
  await pay(page);
  const told = page.getByRole('alert').filter({ hasText: 'Payment verification failed' });
  await expect(told).toContainText('Your money is being refunded.');
  expect(await orders(signedInShopper)).toMatchObject({ orders: [] });
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

test('who closes the payment window is back on the button that opened it', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  const opener = page.getByRole('button', { name: 'Place Order' });
  await opener.press('Enter');
  await expect(paymentWindow(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('after a reservation is paid for or cancelled, the focus is not lost', async ({
  page,
  signedInShopper,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await toPayment(page, signedInShopper);
  await tap(page.getByRole('button', { name: 'Place Order' }));
  await expect(paymentWindow(page)).toBeVisible();
  await page.keyboard.press('Escape');
  const resume = page.getByRole('button', { name: 'Pay now' });
  await tap(resume);
  await expect(paymentWindow(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(resume).toBeFocused();
  await tap(page.getByRole('button', { name: 'Cancel reservation' }));
  await expect(resume).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeFocused();
});

test('on a phone the buttons of a reservation are in one row', async ({
  page,
  signedInShopper,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await toPayment(page, signedInShopper);
  await placeOrder(page);
  await expect(paymentWindow(page)).toBeVisible();
  await page.keyboard.press('Escape');
  const resume = page.getByRole('button', { name: 'Pay now' });
  const cancel = page.getByRole('button', { name: 'Cancel reservation' });
  await expect(resume).toBeEnabled();
  await expect(async () => {
    const [one, other] = await Promise.all([resume.boundingBox(), cancel.boundingBox()]);
    expect(one?.y).toBe(other?.y);
  }).toPass({ timeout: 15_000 });
});

test('cash can be chosen instead of a payment that was begun', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await placeOrder(page);
  await expect(paymentWindow(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: /Cash on Delivery/ }).check();
  await placeOrder(page);
  await expect(page.getByText('Order placed!')).toBeVisible();
  expect(await signedInShopper.call('GET', '/payments/open')).toEqual({ payment: null });
  expect(await orders(signedInShopper)).toMatchObject({
    orders: [{ payment_method: 'cod', payment_status: 'pending' }],
  });
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

test('the payment window and the banner are accessible on a phone and on a desktop', async ({
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
});

async function expectSoundAtBothWidths(page: Page) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
}
