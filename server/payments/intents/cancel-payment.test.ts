import { randomUUID } from 'node:crypto';
import { NO_FAULTS } from '@aparajita/razorpay/sandbox';
import { describe, expect, test } from 'vitest';
import { openAuditedShop } from '#test/audited-shop.ts';
import { HOME, refused, stocks, submit } from '#test/checkout.ts';
import { holdLock } from '#test/locks.ts';
import { asPaying, begin, beginPaying, type Paying, pay, verify } from '#test/payments.ts';
import type { Answer } from '#test/shop.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop();

const stockOf = async (id: string) => (await stocks(shop().db.owner))[id] ?? 0;
const withCash = ({ shopper, order }: Paying) =>
  submit(shopper, { ...order, payment_method: 'cod' });
const beginAgain = async ({ shopper, order }: Paying) =>
  asPaying(shopper, order, await begin(shopper, order));
const cancel = ({ shopper, id }: Paying) => shopper.request('POST', `/api/payments/${id}/cancel`);

/** With one more product in the cart: another payment. */
async function beginAnother({ shopper, order }: Paying): Promise<Answer> {
  await shopper.request('POST', '/api/cart/items', { product_id: '2', quantity: 1 });
  return begin(shopper, { ...order, total_amount: order.total_amount + 799 });
}

describe('a second tab', () => {
  test('with the same cart, and the address saved without a change, is the same payment, and holds its goods once', async () => {
    const before = await stockOf('3');
    const paying = await beginPaying(shop(), [['3', 2]]);
    const { shopper, order, id, gatewayOrder } = paying;
    expect(await beginAgain(paying)).toMatchObject({ id, gatewayOrder });
    await shopper.request('PATCH', `/api/addresses/${order.shipping_address_id}`, HOME);
    expect(await beginAgain(paying)).toMatchObject({ id, gatewayOrder });
    expect(await stockOf('3')).toBe(before - 2);
    await cancel(paying);
  });

  test('with another cart is another payment: the first is cancelled and releases its stock', async () => {
    const before = await stockOf('3');
    const paying = await beginPaying(shop(), [['3', 1]]);
    const next = await beginPaying(shop(), [['3', 2]], paying.shopper);
    expect(next.id).not.toBe(paying.id);
    expect(await stateOf(paying.id)).toBe('superseded');
    expect(await stockOf('3')).toBe(before - 3);
    const late = await pay(shop(), paying);
    expect((await verify(paying.shopper, late)).body.error.code).toBe('payment_refunded');
    await shop().settle();
    expect(await refundsOf(late.razorpay_payment_id)).toEqual([
      { reason: 'superseded', status: 'processed' },
    ]);
    expect((await verify(next.shopper, await pay(shop(), next))).body.status).toBe('paid');
  });

  test('after its address was corrected is another payment, and the parcel goes to the new address', async () => {
    const paying = await beginPaying(shop());
    const { shopper, order, id } = paying;
    const corrected = { address_line1: '14 Hill Road', address_line2: null };
    const path = `/api/addresses/${order.shipping_address_id}`;
    await shopper.request('PATCH', path, { ...HOME, ...corrected, address_line2: '' });
    const next = await beginAgain(paying);
    expect(next.id).not.toBe(id);
    expect(await stateOf(id)).toBe('superseded');
    const { body: paid } = await verify(shopper, await pay(shop(), next));
    const placed = await shopper.request('GET', `/api/orders/${paid.order_id}`);
    expect(placed.body.shipping_address).toMatchObject(corrected);
  });

  test('with another cart, after the first was paid: the first becomes an order', async () => {
    shop().loseWebhooks(true);
    const paying = await beginPaying(shop());
    await pay(shop(), paying);
    expect(await beginAnother(paying)).toMatchObject(refused(409, 'cart_changed'));
    expect(await stateOf(paying.id)).toBe('completed');
    const { body: cart } = await paying.shopper.request('GET', '/api/cart');
    expect(cart).toMatchObject([{ product_id: '2' }]);
  });
});

describe('cash instead', () => {
  test('cancels the payment, and can order the last units that it held', async () => {
    await shop().rows(`update products set stock = 2 where id = '5'`);
    const paying = await beginPaying(shop(), [['5', 2]]);
    expect(await stockOf('5')).toBe(0);
    expect((await withCash(paying)).status).toBe(201);
    expect(await stateOf(paying.id)).toBe('superseded');
    expect(await stockOf('5')).toBe(0);
  });

  test('after it was paid is rejected: the cart is empty', async () => {
    const paying = await beginPaying(shop());
    await pay(shop(), paying);
    expect(await withCash(paying)).toMatchObject(refused(409, 'cart_empty'));
    expect(await stateOf(paying.id)).toBe('completed');
  });

  test('is possible while the gateway hangs, after one request; a late payment is refunded', async () => {
    const paying = await beginPaying(shop());
    let requests = 0;
    shop().sandbox.setFaults({
      ...NO_FAULTS,
      request(method, path) {
        if (method !== 'GET' || !path.endsWith('payments')) return null;
        requests += 1;
        return 'hang';
      },
    });
    expect((await withCash(paying)).status).toBe(201);
    // Shorter than the gateway timeout (gateway.test.ts).
    expect(requests).toBe(1);
    shop().answerAll();
    const late = await pay(shop(), paying);
    await shop().settle();
    expect(await refundsOf(late.razorpay_payment_id)).toMatchObject([{ reason: 'superseded' }]);
  });
});

/** The shopper has sent a valid signature, which cannot be looked at. */
async function sendSignature(paying: Paying): Promise<void> {
  shop().failNext('server_error', 'GET', /payments/, 20);
  const { body } = await verify(paying.shopper, await pay(shop(), paying));
  expect(body.status).toBe('confirming');
}

async function authorize(paying: Paying): Promise<void> {
  shop().failNext('server_error', 'POST', /capture$/, 20);
  await pay(shop(), paying, { outcome: 'authorized' });
  await paying.shopper.request('POST', `/api/payments/${paying.id}/check`);
}

const reasons: [string, (paying: Paying) => Promise<void>][] = [
  ['the shopper sent a valid signature', sendSignature],
  [
    'it expired before the shopper sent the signature',
    async (paying) => {
      await shop().age(paying.id, 31);
      await shop().settle();
      await sendSignature(paying);
    },
  ],
  [
    'it is authorized',
    async (paying) => {
      await authorize(paying);
      shop().failNext('server_error', 'GET', /payments/, 20);
    },
  ],
  ['the gateway answers but the capture fails', authorize],
];

test.each(reasons)(
  'a payment that is being confirmed while the gateway is down is not cancelled on request, for cash nor for another payment: %s',
  async (_, confirm) => {
    const paying = await beginPaying(shop());
    await confirm(paying);
    expect(await cancel(paying)).toMatchObject({ status: 200, body: { state: 'confirming' } });
    const unavailable = refused(503, 'gateway_unavailable');
    expect(await withCash(paying)).toMatchObject(unavailable);
    expect(await beginAnother(paying)).toMatchObject(unavailable);
    shop().answerAll();
    await shop().settle();
    const { shopper, id } = paying;
    expect((await shopper.request('GET', `/api/payments/${id}`)).body.state).toBe('paid');
    expect((await shopper.request('GET', '/api/orders')).body.orders).toHaveLength(1);
  },
);

test('the idempotency key with another body is rejected, of an ended payment opens no window, of a paid one returns its order', async () => {
  const first = await beginPaying(shop());
  const { shopper, order } = first;
  await cancel(first);
  const keys = [randomUUID(), randomUUID()] as const;
  const ended = asPaying(shopper, order, await begin(shopper, order, keys[0]));
  expect(await begin(shopper, { ...order, total_amount: 1 }, keys[0])).toMatchObject(
    refused(409, 'idempotency_key_reused'),
  );
  await cancel(ended);
  expect(await begin(shopper, order, keys[0])).toMatchObject(refused(409, 'payment_closed'));
  const paying = asPaying(shopper, order, await begin(shopper, order, keys[1]));
  const { body } = await verify(shopper, await pay(shop(), paying));
  expect((await begin(shopper, order, keys[1])).body.payment).toMatchObject({
    state: 'paid',
    order_id: body.order_id,
  });
});

test('GET /payments/open returns a payment until it is cancelled, which releases its stock', async () => {
  const before = await stockOf('3');
  const paying = await beginPaying(shop(), [['3', 1]]);
  const { shopper, id } = paying;
  const open = async () => (await shopper.request('GET', '/api/payments/open')).body.payment;
  expect(await open()).toMatchObject({ id, state: 'open', shipping_address: HOME });
  expect((await cancel(paying)).body.state).toBe('closed');
  expect(await open()).toBeNull();
  expect(await stockOf('3')).toBe(before);
  expect((await shopper.request('POST', `/api/payments/${id}/resume`)).status).toBe(409);
});

test('a browser that cannot run the handler posts the callback form: it is led to the order, and to the checkout if that is wrong or the database busy', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  const back = async (form: Record<string, string>) => {
    const { status, headers } = await shop().app.request('/api/payments/razorpay/callback', {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    return [status, headers.get('location')];
  };
  const toCheckout = [303, '/checkout'];
  expect(await back({ ...paid, razorpay_signature: 'f'.repeat(64) })).toEqual(toCheckout);
  expect(await back({ 'error[code]': 'BAD_REQUEST_ERROR' })).toEqual(toCheckout);
  const lock = 'lock table payment_intents in access exclusive mode';
  const busy = await holdLock(shop().db.owner, lock);
  expect(await back({ ...paid }).finally(busy.release)).toEqual(toCheckout);
  const toOrder = await back({ ...paid });
  const [order] = await ordersOf(paying.id);
  expect(toOrder).toEqual([303, `/account/orders/${order?.id}`]);
});
