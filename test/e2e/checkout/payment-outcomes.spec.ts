import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import {
  ADDRESS,
  expect,
  expectAccessible,
  type SignedInShopper,
  signIn,
  test,
} from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { orderCount } from '#test/e2e/support/to-checkout.ts';

// However a payment ends, the checkout says correctly what happened, and blames nobody for what they did not do.
test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

/** Opens step 2 with online payment chosen. Returns the id of the address. */
async function toPayment(page: Page, shopper: SignedInShopper): Promise<string> {
  const address = await shopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await shopper.call('POST', '/cart/items', { product_id: '1', quantity: 2 });
  await page.goto('/checkout?step=payment');
  await tap(online(page));
  return text(address, 'id');
}

const online = (page: Page) => page.getByText('Online Payment (Razorpay)');
const cash = (page: Page) => page.getByText('Cash on Delivery (COD)');
const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' });
const resume = (page: Page) => page.getByRole('button', { name: 'Pay now' });
const paymentWindow = (page: Page) => page.getByRole('dialog', { name: 'Aparajita' });
const reserved = (page: Page) => page.getByRole('region', { name: /^Your items are reserved/ });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const pay = (page: Page) => tap(paymentWindow(page).getByRole('button', { name: /^Pay / }));

async function dismiss(page: Page) {
  await expect(paymentWindow(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toasts(page)).toContainText('You cancelled the payment process.');
}

async function openPayment(shopper: SignedInShopper): Promise<string> {
  const answer = await shopper.call('GET', '/payments/open');
  if (typeof answer !== 'object' || answer === null || !('payment' in answer))
    throw new Error('no payment in the answer');
  return text(answer.payment, 'id');
}

function text(value: unknown, name: string): string {
  const field = Object.entries(Object(value)).find(([key]) => key === name)?.[1];
  if (typeof field !== 'string') throw new Error(`no ${name}`);
  return field;
}

test('a reservation says where it goes; once that address is edited, only an order to the new one is offered', async ({
  page,
  signedInShopper,
}) => {
  const address = await toPayment(page, signedInShopper);
  await tap(placeOrder(page));
  await dismiss(page);
  await expect(reserved(page)).toContainText('It goes to Asha Rao, 12 Marine Drive, Mumbai.');
  await expect(resume(page)).toBeEnabled();

  const corrected = { ...ADDRESS, address_line1: '14 Marine Drive' };
  await signedInShopper.call('PATCH', `/addresses/${address}`, corrected);
  await page.goto('/checkout?step=payment');
  await expect(reserved(page)).toContainText('You have changed or deleted this address since');
  await expect(resume(page)).toHaveCount(0);
  await expectAccessible(page);
  await tap(online(page));
  await tap(placeOrder(page));
  await pay(page);
  await expect(toasts(page)).toContainText('Payment successful!');
  await expect(page.getByRole('main')).toContainText('14 Marine Drive');
  expect(await orderCount(signedInShopper)).toBe(1);
});

test('a reservation is shown where the answer, of a server that is being replaced, does not say where it goes', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await tap(placeOrder(page));
  await dismiss(page);
  await page.route('**/api/payments/open', async (route) => {
    const { payment } = await (await route.fetch()).json();
    const { shipping_address: _, ...former } = payment;
    await route.fulfill({ json: { payment: former } });
  });
  await page.goto('/checkout?step=payment');
  await expect(reserved(page)).toContainText('is not paid yet. Pay now, or choose cash');
  await expect(resume(page)).toBeEnabled();
  await expect(placeOrder(page)).toBeEnabled();
});

test('whose payment ends elsewhere while the window is open is not told to have cancelled it', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await tap(placeOrder(page));
  await expect(paymentWindow(page)).toBeVisible();
  const payment = await openPayment(signedInShopper);
  await signedInShopper.call('POST', `/payments/${payment}/cancel`);
  await expect(toasts(page)).toContainText('Payment not taken');
  await expect(toasts(page)).toContainText('If your bank holds the amount, it returns');
  await expect(toasts(page)).not.toContainText('You cancelled');
  await expect(paymentWindow(page)).toBeHidden();
});

test('whose time to pay runs out while the window is open is told what becomes of a payment that still succeeds', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await tap(placeOrder(page));
  await expect(paymentWindow(page)).toBeVisible();
  await page.route(/\/api\/payments\/[0-9a-f-]{36}$/, async (route) => {
    const payment = await (await route.fetch()).json();
    const expires_at = new Date(Date.now() - 60_000).toISOString();
    await route.fulfill({ json: { ...payment, state: 'closed', expires_at } });
  });
  await expect(toasts(page)).toContainText('Payment expired');
  await expect(toasts(page)).toContainText(
    'we place your order or return the money, and email you',
  );
  await expect(toasts(page)).not.toContainText('it returns to you');
});

for (const [status, code] of [
  [401, 'not_signed_in'],
  [429, 'too_many_requests'],
] as const) {
  test(`a payment whose verification is answered ${status} is not called refused, and its order follows`, async ({
    page,
    request,
    signedInShopper,
  }) => {
    await toPayment(page, signedInShopper);
    await page.route('**/api/verify-razorpay-payment', (route) =>
      route.fulfill({ status, json: { error: { code, message: 'Please sign in again.' } } }),
    );
    await tap(placeOrder(page));
    await pay(page);
    if (status === 401) await expect(toasts(page)).toContainText('Confirming your payment');
    else await expect(toasts(page)).toContainText('Payment successful!');
    await expect(toasts(page)).not.toContainText('Payment verification failed');
    // The page has signed out after a 401.
    const { access_token } = await signIn(request, signedInShopper);
    const orders = async () => {
      const headers = { authorization: `Bearer ${access_token}` };
      return (await request.get('/api/orders', { headers })).json();
    };
    await expect.poll(orders).toMatchObject({ orders: [{ payment_status: 'paid' }] });
  });
}

test('a payment that the bank has promised meanwhile opens no window to pay again', async ({
  page,
  signedInShopper,
}) => {
  await toPayment(page, signedInShopper);
  await tap(placeOrder(page));
  await dismiss(page);
  await page.route('**/api/payments/*/resume', async (route) => {
    const response = await route.fetch();
    const { payment, ...window } = await response.json();
    await route.fulfill({ json: { ...window, payment: { ...payment, state: 'confirming' } } });
  });
  await tap(resume(page));
  await expect(page.getByText('Confirming your payment...')).toBeVisible();
  await expect(paymentWindow(page)).toHaveCount(0);
});

for (const [way, choice] of [
  ['cash', cash],
  ['to pay online', online],
] as const) {
  test(`who chooses ${way} for a cart that was paid online meanwhile is led to the order, and told of no empty cart`, async ({
    page,
    signedInShopper,
  }) => {
    await toPayment(page, signedInShopper);
    const begun = page.waitForResponse('**/api/payments/razorpay');
    await tap(placeOrder(page));
    const { script, options } = await (await begun).json();
    await dismiss(page);
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const look = () =>
        seen.push(document.querySelector('[aria-label="Notifications"]')?.textContent ?? '');
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    await page.request.post(new URL('payments', script).href, {
      data: {
        method: 'upi',
        vpa: 'success@razorpay',
        fault: 'none',
        key: options.key,
        order_id: options.order_id,
      },
    });
    await expect.poll(() => orderCount(signedInShopper)).toBe(1);
    await tap(choice(page));
    await tap(placeOrder(page));
    await expect(toasts(page)).toContainText('Payment successful!');
    await expect(page).toHaveURL(/\/account\/orders\/[0-9a-f-]{36}$/);
    const seen = await page.evaluate(() => String(Object(window).seen));
    expect(seen).not.toContain('Your cart is empty');
    expect(await orderCount(signedInShopper)).toBe(1);
  });
}

test('when the ways to pay cannot be loaded, the checkout says so instead of leaving one out', async ({
  page,
  signedInShopper,
}) => {
  await page.route('**/api/payments/options', (route) => route.abort());
  await signedInShopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 2 });
  await page.goto('/checkout?step=payment');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/payments/options');
  await tap(again);
  await expect(online(page)).toBeVisible();
});

test('more of one tea than one order can have is told in the cart, before anything is ordered', async ({
  page,
  signedInShopper,
}) => {
  await signedInShopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 31 });
  await page.goto('/cart');
  const line = page.getByRole('listitem').filter({ hasText: 'Dried Aparajita Flowers' });
  await expect(line).toContainText('You can order at most 30 at a time.');
  await tap(line.getByRole('button', { name: /^Take 30/ }));
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).not.toHaveAttribute(
    'aria-disabled',
  );
  await expect(line.getByRole('button', { name: 'Increase quantity' })).toBeDisabled();
});
