import '#app/ui/shop.css';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import CheckoutPage from '#app/checkout/checkout-page.tsx';
import { AppError } from '#contract/errors.ts';
import type { Payment, PaymentWindow } from '#contract/payments.ts';
import { shopApi } from '#test/component/buy.ts';
import { refusing } from '#test/component/fake-api.ts';
import { button, heading } from '#test/component/locators.ts';
import { open } from '#test/component/open.tsx';
import { HOME, ORDER_ID, openPayment, PREMIUM, TRAVEL } from '#test/component/shopper-data.ts';
import type {} from './pay-online.ts';

const ORDER = `/account/orders/${ORDER_ID}`;

type Options = ConstructorParameters<NonNullable<Window['Razorpay']>>[0];

/** Stands for the gateway's window: a test pays in it, or closes it. */
class GatewayWindow {
  static shown: Options | null = null;
  readonly #options: Options;
  constructor(options: Options) {
    this.#options = options;
  }
  open() {
    GatewayWindow.shown = this.#options;
  }
  close() {
    GatewayWindow.shown = null;
  }
}

async function shown(): Promise<Options> {
  await expect.poll(() => GatewayWindow.shown).not.toBeNull();
  if (!GatewayWindow.shown) throw new Error('The payment window is closed');
  return GatewayWindow.shown;
}

async function closeWindow() {
  const { modal } = await shown();
  GatewayWindow.shown = null;
  modal.ondismiss();
}

async function payInWindow() {
  const { handler } = await shown();
  GatewayWindow.shown = null;
  handler({
    razorpay_payment_id: 'pay_A1',
    razorpay_order_id: 'order_A1',
    razorpay_signature: '0'.repeat(64),
  });
}

const windowOf = (payment: Payment): PaymentWindow => ({
  payment,
  script: 'data:text/javascript,',
  options: {
    key: 'rzp_sandbox_1',
    amount: payment.amount,
    currency: 'INR',
    name: 'Aparajita',
    description: 'Order',
    order_id: 'order_A1',
    prefill: { name: 'Asha Rao', email: 'asha@example.com', contact: '+919876543210' },
    theme: { color: '#2b34b8' },
    timeout: 1_800,
    callback_url: '/callback',
  },
});

const place = button('Place Order');
const payNow = button('Pay now');
const messages = page.getByRole('region', { name: 'Notifications' });

const PAID = { state: 'paid', order_id: ORDER_ID } as const;

/** Opens the payment step of a shop whose gateway answers; with a payment that was begun before, if there is one. */
async function openPaymentStep(initial: Parameters<typeof shopApi>[0] = {}) {
  Object.assign(window, { Razorpay: GatewayWindow });
  onTestFinished(() => {
    GatewayWindow.shown = null;
  });
  const { shop, api } = shopApi(initial);
  api['POST /payments/razorpay'] = () => {
    shop.payment = openPayment();
    return windowOf(shop.payment);
  };
  api['POST /payments/{id}/resume'] = () => windowOf(openPayment({ ...shop.payment }));
  api['GET /payments/{id}'] = () => openPayment({ ...shop.payment });
  api['POST /payments/{id}/check'] = () => openPayment({ ...shop.payment });
  const opened = await open(<CheckoutPage />, { path: '/checkout?step=payment', api });
  const { screen } = opened;
  return {
    ...opened,
    shop,
    api,
    async payOnline() {
      await screen.getByRole('radio', { name: 'Online Payment' }).click();
      await place.click();
      await shown();
    },
  };
}

test('closing the window keeps the payment: the texts agree, and the focus is back on its button', async () => {
  const { screen, payOnline } = await openPaymentStep();
  await payOnline();
  await closeWindow();
  await expect.element(messages).toMatchTextContent('Payment cancelled');
  await expect.element(messages).toMatchTextContent('You cancelled the payment process.');
  await expect.element(place).not.toHaveAttribute('aria-disabled');
  await expect.element(place).toHaveFocus();
  const name = /^Your items are reserved until \d{1,2}:\d{2}\s[AP]M$/;
  for (const text of [
    'Order #AP-7K2-M9X, ₹3,195.00, is not paid yet.',
    'It goes to Asha Rao, 12 Marine Drive, Mumbai.',
    'Pay now, or choose cash on delivery.',
  ])
    await expect.element(screen.getByRole('region', { name })).toMatchTextContent(text);

  // Once more: one message. Then cash: the order alone.
  await place.click();
  await shown();
  await expect.element(screen.getByText('Payment cancelled')).not.toBeInTheDocument();
  await closeWindow();
  await expect.poll(() => screen.getByText('Payment cancelled').elements()).toHaveLength(1);
  await screen.getByRole('radio', { name: 'Cash on Delivery' }).click();
  await place.click();
  await expect.element(messages).toMatchTextContent('Order placed!');
  await expect.element(screen.getByText('Payment cancelled')).not.toBeInTheDocument();
});

test('a payment that was confirmed opens its order, and nothing speaks of the window that was closed before', async () => {
  const { screen, payOnline, api, path } = await openPaymentStep();
  api['POST /verify-razorpay-payment'] = () => ({
    status: 'paid',
    payment_id: openPayment().id,
    order_id: ORDER_ID,
    order_number: 'AP-7K2-M9X',
  });
  await payOnline();
  await closeWindow();
  await expect.element(messages).toMatchTextContent('Payment cancelled');
  await place.click();
  await payInWindow();
  await expect.element(messages).toMatchTextContent('Payment successful!');
  await expect
    .element(messages)
    .toMatchTextContent('Your order #AP-7K2-M9X has been placed successfully.');
  await expect.element(screen.getByText('Payment cancelled')).not.toBeInTheDocument();
  expect(path()).toBe(ORDER);
});

test('a reservation can be cancelled, and the focus goes to the step', async () => {
  const { shop } = await openPaymentStep({ payment: openPayment() });
  await payNow.click();
  await closeWindow();
  await expect.element(payNow).toHaveFocus();
  await button('Cancel reservation').click();
  await expect.element(payNow).not.toBeInTheDocument();
  await expect.element(heading('Payment Method')).toHaveFocus();
  expect(shop.payment).toBeNull();
});

test('cancelling a payment that was made in another tab opens its order', async () => {
  const { screen, shop, api, path } = await openPaymentStep({ payment: openPayment() });
  const paid = openPayment(PAID);
  api['POST /payments/{id}/cancel'] = () => {
    shop.payment = null;
    return paid;
  };
  api['POST /payments/{id}/check'] = () => paid;
  await button('Cancel reservation').click();
  await expect.element(screen.getByText('Payment successful!')).toBeVisible();
  expect(path()).toBe(ORDER);
});

test.each([
  [
    'ends elsewhere',
    {},
    'Payment not taken',
    'If your bank holds the amount, it returns to you by itself.',
  ],
  [
    'runs out of time',
    { expires_at: '2026-01-05T06:30:00.000Z' },
    'Payment expired',
    'If your bank still takes the payment, we place your order or return the money, and email you.',
  ],
])(
  'who has the window open while the payment %s is not told to have cancelled it',
  async (_, change, title, text) => {
    const { payOnline, api } = await openPaymentStep();
    await payOnline();
    api['GET /payments/{id}'] = () => openPayment({ state: 'closed', ...change });
    await expect.element(messages).toMatchTextContent(title);
    await expect.element(messages).toMatchTextContent(text);
    await expect.element(messages).not.toMatchTextContent('You cancelled');
    expect(GatewayWindow.shown).toBeNull();
  },
);

test.each([
  ['payment_not_verified', 'We could not verify this payment.'],
  ['payment_refunded', 'Your money is being refunded.'],
] as const)(
  'a verification that is answered %s says what happens to the money',
  async (code, text) => {
    const { payOnline, api, path } = await openPaymentStep();
    api['POST /verify-razorpay-payment'] = refusing(code);
    await payOnline();
    await payInWindow();
    await expect.element(messages).toMatchTextContent('Payment verification failed');
    await expect.element(messages).toMatchTextContent(text);
    expect(path()).toBe('/checkout?step=payment');
  },
);

test('a verification that was not processed is not called refused, and the order follows', async () => {
  const { payOnline, api, path } = await openPaymentStep();
  api['POST /verify-razorpay-payment'] = refusing('too_many_requests');
  api['GET /payments/{id}'] = () => openPayment(PAID);
  await payOnline();
  await payInWindow();
  await expect.element(messages).toMatchTextContent('Payment successful!');
  expect(path()).toBe(ORDER);
});

test('a payment that the bank has promised meanwhile opens no window to pay again, and its end is told', async () => {
  const { screen, api } = await openPaymentStep({ payment: openPayment() });
  const promised = openPayment({ state: 'confirming' });
  api['POST /payments/{id}/resume'] = () => windowOf(promised);
  api['GET /payments/{id}'] = () => promised;
  await payNow.click();
  await expect.element(screen.getByText('Confirming your payment...')).toBeVisible();
  expect(GatewayWindow.shown).toBeNull();
  // Until then it is asked for, also where its page was left: in the next test.
  api['GET /payments/{id}'] = () => openPayment({ state: 'closed' });
  await expect.element(messages).toMatchTextContent('Payment not taken');
});

test('while the bank is asked about a payment, nobody is asked to pay again', async () => {
  const { screen } = await openPaymentStep({ payment: openPayment({ state: 'confirming' }) });
  const status = screen.getByRole('status').filter({ hasText: 'AP-7K2-M9X' });
  await expect.element(status).toMatchTextContent('₹3,195.00');
  await expect.element(place).not.toBeInTheDocument();
  await expect.element(screen.getByRole('radio').first()).not.toBeInTheDocument();
});

const { shipping_address: _, ...FORMER } = openPayment();

test.each<[string, Parameters<typeof shopApi>[0], string, { paid: boolean; ordered: boolean }]>([
  [
    'to an address that was edited since is only ordered anew',
    { addresses: [{ ...HOME, address_line1: '14 Marine Drive' }] },
    'You have changed or deleted this address since: order again below.',
    { paid: false, ordered: true },
  ],
  [
    'of a former server does not say where it goes',
    { payment: FORMER },
    'is not paid yet. Pay now, or choose cash',
    { paid: true, ordered: true },
  ],
  [
    'of another cart names its order',
    { cart: [{ ...TRAVEL, quantity: 5 }, PREMIUM] },
    'Pay now for it alone, or order your cart as it is below.',
    { paid: true, ordered: true },
  ],
  [
    'of an emptied cart is all there is to do',
    { cart: [], addresses: [] },
    'Pay now to place it.',
    { paid: true, ordered: false },
  ],
])('a reservation %s', async (_, initial, text, { paid, ordered }) => {
  const { screen } = await openPaymentStep({ payment: openPayment(), ...initial });
  const name = `${initial?.cart?.length ? 'Order #AP-7K2-M9X is' : 'Your items are'} reserved until`;
  const reserved = screen.getByRole('region', { name });
  await expect.element(reserved).toMatchTextContent(text);
  for (const [button, offered] of [
    [payNow, paid],
    [place, ordered],
  ] as const) {
    if (offered) await expect.element(button).not.toHaveAttribute('aria-disabled');
    else await expect.element(button).not.toBeInTheDocument();
  }
});

test.each(['Cash on Delivery', 'Online Payment'])(
  'who chooses %s for a cart that was paid online meanwhile is led to the order, and told of no empty cart',
  async (way) => {
    const { screen, shop, api, path } = await openPaymentStep({ payment: openPayment() });
    const refuse = () => {
      shop.cart = [];
      shop.payment = null;
      throw new AppError('cart_empty');
    };
    api['POST /orders'] = refuse;
    api['POST /payments/razorpay'] = refuse;
    api['POST /payments/{id}/check'] = () => openPayment(PAID);
    const seen: string[] = [];
    const region = messages.element();
    const observer = new MutationObserver(() => seen.push(region.textContent ?? ''));
    observer.observe(region, { childList: true, subtree: true });
    await screen.getByRole('radio', { name: way }).click();
    await place.click();
    await expect.element(messages).toMatchTextContent('Payment successful!');
    observer.disconnect();
    expect(path()).toBe(ORDER);
    expect(seen.join('\n')).not.toContain('Your cart is empty');
  },
);
