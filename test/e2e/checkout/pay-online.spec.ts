import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { hold, holdAnswer } from '#test/e2e/support/delayed-requests.ts';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import { PHONE, primaryButtons, setRootFont } from '#test/e2e/support/phone.ts';
import {
  ADDRESS,
  expect,
  expectAccessible,
  expectNoOverflow,
  type SignedInShopper,
  signIn,
  test,
} from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { orderCount } from '#test/e2e/support/to-checkout.ts';

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

test('a card pays for an order: a lost connection, a blocked payment window and a declined card are told, and nothing is lost', async ({
  page,
  signedInShopper,
}) => {
  await saveAddress(signedInShopper);
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
  expect(await signedInShopper.call('GET', '/orders')).toMatchObject({
    orders: [{ total_amount: 998, status: 'confirmed', payment_status: 'paid' }],
    next: null,
  });
  expect(await signedInShopper.call('GET', '/cart')).toEqual([]);
});

test('a UPI id pays with the keyboard alone, and a payment that succeeds late, after it had failed, becomes an order', async ({
  page,
  signedInShopper,
}) => {
  await saveAddress(signedInShopper);
  await toPayment(page, signedInShopper);
  // The way to pay stays chosen while the address is edited.
  await tap(page.getByRole('main').getByRole('button', { name: 'Edit' }));
  await tap(page.getByRole('button', { name: 'Continue to Payment' }));
  await expect(page.getByRole('radio', { name: /^Online Payment/ })).toBeChecked();
  await page.getByRole('button', { name: 'Place Order' }).press('Enter');
  const card = paymentWindow(page).getByRole('radio', { name: 'Card', exact: true });
  await card.focus();
  await card.press('ArrowRight');
  await expect(paymentWindow(page).getByLabel('UPI id')).toHaveValue('success@razorpay');
  await paymentWindow(page).getByLabel('UPI id').press('Enter');
  await expectPaid(page);

  await toPayment(page, signedInShopper);
  await placeOrder(page);
  await tap(paymentWindow(page).getByText('Make something go wrong'));
  await paymentWindow(page).getByLabel('After you pay').selectOption('late');
  await pay(page);
  await expect(paymentWindow(page).getByRole('alert')).toContainText('The bank did not answer');
  await expect(page).toHaveURL(/\/account\/orders\//, { timeout: 45_000 });
  await expect(page.getByText('Payment successful!')).toBeVisible();
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
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expect(notifications).toContainText('Payment cancelled');
    await expect(notifications).toContainText('You cancelled the payment process.');
    await expect(reserved(page)).toBeVisible();
    await page.setViewportSize(PHONE.viewport);
    const before = await cash.boundingBox();
    const answer = page.waitForResponse('**/api/payments/open');
    release();
    await answer;
    await expect(reserved(page)).toBeVisible();
    expect(await cash.boundingBox()).toEqual(before);
    await expect.poll(() => primaryButtons(page)).toEqual(['Place Order']);
    await expectSound(page);
    await page.setViewportSize(PHONE.viewport);
    const [resume, cancel] = ['Pay now', 'Cancel reservation'].map((name) =>
      page.getByRole('button', { name }).boundingBox(),
    );
    expect((await resume)?.y).toBe((await cancel)?.y);
  });

  await test.step('it is shown with the page after a reload, and cancelled', async () => {
    const release = await hold(page, '**/api/payments/open');
    await page.reload();
    await expect(page.getByRole('main').getByText('Loading...')).toHaveCount(1);
    await expect(cash).toHaveCount(0);
    release();
    await expect(cash).toBeVisible();
    expect(await reserved(page).count()).toBe(1);
    await tap(reserved(page).getByRole('button', { name: 'Cancel reservation' }));
    await expect(reserved(page)).toBeHidden();
  });

  await test.step('Back closes the window, which shows all of itself in large text', async () => {
    await page.goto('/checkout');
    await tap(page.getByRole('button', { name: 'Continue to Payment' }));
    await chooseOnline(page);
    await placeOrder(page);
    await expect(paymentWindow(page)).toBeVisible();
    await setRootFont(page, 200);
    const box = async (text: string) =>
      (await paymentWindow(page).getByText(text, { exact: true }).first().boundingBox()) ?? {
        x: 0,
        width: 1_000,
      };
    const [upi, note] = [await box('UPI'), await box('Sandbox: no money moves')];
    expect(upi.x + upi.width).toBeLessThanOrEqual(390);
    const close = paymentWindow(page).getByRole('button', { name: 'Close the payment window' });
    expect(note.x + note.width).toBeLessThanOrEqual((await close.boundingBox())?.x ?? 0);
    await page.goBack();
    await expect(paymentWindow(page)).toBeHidden();
    await expect(page.getByText('Payment cancelled')).toBeVisible();
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

test('who closes the tab right after paying, pays in two tabs or has gone on when the payment is confirmed has one order', async ({
  page: first,
  context,
  request,
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
    // Checked in both tabs at the same time, because their messages stay only for seconds.
    await Promise.all([expectPaid(other), expectPaid(page)]);
    expect(await orderCount(signedInShopper)).toBe(2);
    await other.close();
  });

  await test.step('the page that is open by then stays, with a link to the order', async () => {
    await toPayment(page, signedInShopper);
    await placeOrder(page);
    const verified = await holdAnswer(page, VERIFICATION);
    await pay(page);
    await verified.read;
    await tap(page.getByRole('banner').getByRole('link', { name: 'Aparajita' }));
    await expect(page.getByRole('link', { name: 'Shop Now' })).toBeVisible();
    await verified.release();
    const toast = page.getByRole('status').filter({ hasText: 'Payment successful!' });
    const link = toast.getByRole('link', { name: 'View order' });
    await link.focus(); // a message with the focus stays
    await expect(toast).toContainText(/Your order #AP-.* has been placed successfully\./);
    await expect(page).toHaveURL('/');
    await tap(link);
    await expect(page.getByRole('heading', { name: /^Order #AP-/ })).toBeVisible();
    expect(await orderCount(signedInShopper)).toBe(3);
  });

  await test.step('a verification that found no session is not called refused, and its order follows', async () => {
    await toPayment(page, signedInShopper);
    const error = { code: 'not_signed_in', message: 'Please sign in again.' };
    await page.route(VERIFICATION, (route) => route.fulfill({ status: 401, json: { error } }));
    await placeOrder(page);
    await pay(page);
    const told = page.getByRole('region', { name: 'Notifications' });
    await expect(told).toContainText('Confirming your payment');
    await expect(told).not.toContainText('Payment verification failed');
    // The page has signed out after a 401.
    const { access_token } = await signIn(request, signedInShopper);
    const headers = { authorization: `Bearer ${access_token}` };
    const read = async () => (await request.get('/api/orders', { headers })).json();
    const paid = { payment_status: 'paid' };
    await expect.poll(read).toMatchObject({ orders: [paid, paid, paid, paid] });
  });
});

/** Accessible and no wider than the window, on a desktop and a phone. */
async function expectSound(page: Page) {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
}
