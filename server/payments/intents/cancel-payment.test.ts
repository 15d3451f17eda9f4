import { randomUUID } from 'node:crypto';
import { NO_FAULTS } from '@aparajita/razorpay/sandbox';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOME, refused, submit } from '#test/checkout.ts';
import {
  asPaying,
  begin,
  beginPaying,
  openPayingShop,
  type Paying,
  type PayingShop,
  pay,
  verify,
} from '#test/payments.ts';
import type { Answer } from '#test/shop.ts';

let shop: PayingShop;

beforeAll(async () => {
  shop = await openPayingShop();
});

const stateOf = async (id: string) =>
  (await shop.rows(`select state from payment_intents where id = $1`, [id]))[0]?.state;
const stockOf = async (id: string) =>
  Number((await shop.rows(`select stock from products where id = $1`, [id]))[0]?.stock);
const refundsOf = (payment: string) =>
  shop.rows(`select reason, status from refunds where payment_id = $1`, [payment]);

describe('a second tab', () => {
  test('with the same cart is the same payment, and holds its goods once', async () => {
    const before = await stockOf('3');
    const paying = await beginPaying(shop, [['3', 2]]);
    const again = asPaying(paying.shopper, paying.order, await begin(paying.shopper, paying.order));
    expect(again).toMatchObject({ id: paying.id, gatewayOrder: paying.gatewayOrder });
    expect(await stockOf('3')).toBe(before - 2);
  });

  test('with another cart is another payment: the first is cancelled and releases its stock', async () => {
    const before = await stockOf('3');
    const paying = await beginPaying(shop, [['3', 1]]);
    const next = await beginPaying(shop, [['3', 2]], paying.shopper);
    expect(next.id).not.toBe(paying.id);
    expect(await stateOf(paying.id)).toBe('superseded');
    expect(await stockOf('3')).toBe(before - 3);
    const late = await pay(shop, paying);
    expect((await verify(paying.shopper, late)).body.error.code).toBe('payment_refunded');
    await shop.settle();
    expect(await refundsOf(late.razorpay_payment_id)).toEqual([
      { reason: 'superseded', status: 'processed' },
    ]);
    expect((await verify(next.shopper, await pay(shop, next))).body.status).toBe('paid');
  });

  test.each([
    ['corrected', { address_line1: '14 Hill Road' }],
    ['left without its second line', { address_line2: '' }],
  ])(
    'after its address was %s is another payment, and the parcel goes to the new address',
    async (_, change) => {
      const paying = await beginPaying(shop, [['3', 1]]);
      const { shopper, order, id } = paying;
      const path = `/api/addresses/${order.shipping_address_id}`;
      const { body: address } = await shopper.request('PATCH', path, { ...HOME, ...change });
      const next = asPaying(shopper, order, await begin(shopper, order));
      expect(next.id).not.toBe(id);
      expect(await stateOf(id)).toBe('superseded');
      const { body: paid } = await verify(shopper, await pay(shop, next));
      const placed = await shopper.request('GET', `/api/orders/${paid.order_id}`);
      const { address_line1, address_line2 } = address;
      expect(placed.body.shipping_address).toMatchObject({ address_line1, address_line2 });
    },
  );

  test('after its address was saved without a change is the same payment', async () => {
    const { shopper, order, id } = await beginPaying(shop, [['3', 1]]);
    await shopper.request('PATCH', `/api/addresses/${order.shipping_address_id}`, HOME);
    expect(asPaying(shopper, order, await begin(shopper, order)).id).toBe(id);
  });

  test('with another cart, after the first was paid: the first becomes an order', async () => {
    shop.loseWebhooks(true);
    const paying = await beginPaying(shop, [['3', 1]]);
    await pay(shop, paying);
    await paying.shopper.request('POST', '/api/cart/items', { product_id: '2', quantity: 1 });
    const changed = { ...paying.order, total_amount: paying.order.total_amount + 799 };
    expect((await begin(paying.shopper, changed)).body.error.code).toBe('cart_changed');
    expect(await stateOf(paying.id)).toBe('completed');
    expect((await paying.shopper.request('GET', '/api/cart')).body).toMatchObject([
      { product_id: '2' },
    ]);
    shop.loseWebhooks(false);
  });
});

describe('cash instead', () => {
  test('cancels the payment, and can order the last units that it held', async () => {
    await shop.rows(`update products set stock = 2 where id = '5'`);
    const paying = await beginPaying(shop, [['5', 2]]);
    expect(await stockOf('5')).toBe(0);
    const placed = await submit(paying.shopper, { ...paying.order, payment_method: 'cod' });
    expect(placed.status).toBe(201);
    expect(await stateOf(paying.id)).toBe('superseded');
    expect(await stockOf('5')).toBe(0);
  });

  test('after it was paid is rejected: the cart is empty', async () => {
    const paying = await beginPaying(shop, [['3', 1]]);
    await pay(shop, paying);
    const placed = await submit(paying.shopper, { ...paying.order, payment_method: 'cod' });
    expect(placed.body.error.code).toBe('cart_empty');
    expect(await stateOf(paying.id)).toBe('completed');
  });

  test('is possible while the gateway is down; a late payment is refunded', async () => {
    const paying = await beginPaying(shop, [['3', 1]]);
    shop.failNext('server_error', 'GET', /payments$/, 3);
    const placed = await submit(paying.shopper, { ...paying.order, payment_method: 'cod' });
    expect(placed.status).toBe(201);
    const late = await pay(shop, paying);
    await shop.settle();
    expect(await refundsOf(late.razorpay_payment_id)).toMatchObject([{ reason: 'superseded' }]);
  });
});

test('a gateway that hangs delays an order by less than one gateway timeout', async () => {
  const paying = await beginPaying(shop, [['3', 1]]);
  let requests = 0;
  shop.sandbox.setFaults({
    ...NO_FAULTS,
    request(method, path) {
      if (method !== 'GET' || !path.endsWith('payments')) return null;
      requests += 1;
      return 'hang';
    },
  });
  const placed = await submit(paying.shopper, { ...paying.order, payment_method: 'cod' });
  expect(placed.status).toBe(201);
  expect(requests, 'one request, shorter than the gateway timeout (timeouts.test.ts)').toBeLessThan(
    2,
  );
  shop.failNext('hang', 'NEVER', /^$/);
});

describe('a payment that is being confirmed, while the gateway is down,', () => {
  const again: [string, (paying: Paying) => Promise<Answer>][] = [
    ['cash', ({ shopper, order }) => submit(shopper, { ...order, payment_method: 'cod' })],
    [
      'another payment',
      async ({ shopper, order }) => {
        await shopper.request('POST', '/api/cart/items', { product_id: '2', quantity: 1 });
        return begin(shopper, { ...order, total_amount: order.total_amount + 799 });
      },
    ],
  ];

  test.each(again)(
    'is not cancelled for %s: the shopper sent a valid signature',
    async (_, order) => {
      const paying = await beginPaying(shop, [['3', 1]]);
      shop.failNext('server_error', 'GET', /payments/, 20);
      expect((await verify(paying.shopper, await pay(shop, paying))).body.status).toBe(
        'confirming',
      );
      expect(await order(paying)).toMatchObject(refused(503, 'gateway_unavailable'));
      await expectOrder(paying);
    },
  );

  test.each(again)(
    'is not cancelled for %s: it expired before the shopper sent the signature',
    async (_, order) => {
      const paying = await beginPaying(shop, [['3', 1]]);
      await shop.age(paying.id, 31);
      await shop.settle();
      shop.failNext('server_error', 'GET', /payments/, 20);
      expect((await verify(paying.shopper, await pay(shop, paying))).body.status).toBe(
        'confirming',
      );
      expect(await order(paying)).toMatchObject(refused(503, 'gateway_unavailable'));
      await expectOrder(paying);
    },
  );

  test.each(again)('is not cancelled for %s: the payment is authorized', async (_, order) => {
    const paying = await beginPaying(shop, [['3', 1]]);
    await authorize(paying);
    shop.failNext('server_error', 'GET', /payments/, 20);
    expect(await order(paying)).toMatchObject(refused(503, 'gateway_unavailable'));
    await expectOrder(paying);
  });

  test('is not cancelled for cash while the gateway answers but the capture fails', async () => {
    const paying = await beginPaying(shop, [['3', 1]]);
    await authorize(paying);
    const placed = await submit(paying.shopper, { ...paying.order, payment_method: 'cod' });
    expect(placed).toMatchObject(refused(503, 'gateway_unavailable'));
    await expectOrder(paying);
  });

  test('is not cancelled on request either, and the response says so', async () => {
    const paying = await beginPaying(shop, [['3', 1]]);
    shop.failNext('server_error', 'GET', /payments/, 20);
    await verify(paying.shopper, await pay(shop, paying));
    expect(await paying.shopper.request('POST', `/api/payments/${paying.id}/cancel`)).toMatchObject(
      {
        status: 200,
        body: { state: 'confirming' },
      },
    );
    await expectOrder(paying);
  });

  async function authorize(paying: Paying): Promise<void> {
    shop.failNext('server_error', 'POST', /capture$/, 20);
    await pay(shop, paying, { outcome: 'authorized' });
    await paying.shopper.request('POST', `/api/payments/${paying.id}/check`);
  }

  async function expectOrder({ shopper, id }: Paying): Promise<void> {
    shop.failNext('hang', 'NEVER', /^$/);
    await shop.settle();
    expect((await shopper.request('GET', `/api/payments/${id}`)).body.state).toBe('paid');
    expect((await shopper.request('GET', '/api/orders')).body.orders).toHaveLength(1);
  }
});

describe('the idempotency key', () => {
  test('with another body is rejected', async () => {
    const paying = await beginPaying(shop, [['3', 1]]);
    const key = randomUUID();
    await paying.shopper.request('POST', `/api/payments/${paying.id}/cancel`);
    expect((await begin(paying.shopper, paying.order, key)).status).toBe(201);
    const other = { ...paying.order, total_amount: 1 };
    expect((await begin(paying.shopper, other, key)).body.error.code).toBe(
      'idempotency_key_reused',
    );
  });

  test('of an ended payment opens no window', async () => {
    const paying = await beginPaying(shop, [['3', 1]]);
    const key = randomUUID();
    await paying.shopper.request('POST', `/api/payments/${paying.id}/cancel`);
    const again = await begin(paying.shopper, paying.order, key);
    await paying.shopper.request('POST', `/api/payments/${again.body.payment.id}/cancel`);
    expect((await begin(paying.shopper, paying.order, key)).body.error.code).toBe('payment_closed');
  });

  test('of a paid payment returns its order', async () => {
    const asha = await shop.newShopper();
    const { order, id } = await beginPaying(shop, [['3', 1]], asha);
    await asha.request('POST', `/api/payments/${id}/cancel`);
    const key = randomUUID();
    const paying = asPaying(asha, order, await begin(asha, order, key));
    const { body } = await verify(asha, await pay(shop, paying));
    expect((await begin(asha, order, key)).body.payment).toMatchObject({
      state: 'paid',
      order_id: body.order_id,
    });
  });
});

test('GET /payments/open returns a payment until it is cancelled, which releases its stock', async () => {
  const before = await stockOf('3');
  const paying = await beginPaying(shop, [['3', 1]]);
  const open = () => paying.shopper.request('GET', '/api/payments/open');
  expect((await open()).body.payment).toMatchObject({
    id: paying.id,
    state: 'open',
    shipping_address: HOME,
  });
  const cancelled = await paying.shopper.request('POST', `/api/payments/${paying.id}/cancel`);
  expect(cancelled.body.state).toBe('closed');
  expect((await open()).body.payment).toBeNull();
  expect(await stockOf('3')).toBe(before);
  expect((await paying.shopper.request('POST', `/api/payments/${paying.id}/resume`)).status).toBe(
    409,
  );
});

test('a browser that cannot run the handler posts the callback form and is redirected to the order', async () => {
  const paying = await beginPaying(shop, [['3', 1]]);
  const paid = await pay(shop, paying);
  const back = (form: Record<string, string>) =>
    shop.app.request('/api/payments/razorpay/callback', {
      method: 'POST',
      body: new URLSearchParams(form),
    });
  const forged = await back({ ...paid, razorpay_signature: 'f'.repeat(64) });
  expect([forged.status, forged.headers.get('location')]).toEqual([303, '/checkout']);
  const failed = await back({ 'error[code]': 'BAD_REQUEST_ERROR' });
  expect([failed.status, failed.headers.get('location')]).toEqual([303, '/checkout']);
  const came = await back({ ...paid });
  const [order] = await shop.rows('select id from orders where intent_id = $1', [paying.id]);
  expect([came.status, came.headers.get('location')]).toEqual([
    303,
    `/account/orders/${order?.id}`,
  ]);
});
