import { randomUUID } from 'node:crypto';
import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { NO_FAULTS } from '@aparajita/razorpay/sandbox';
import { expect, test } from 'vitest';
import { openAuditedShop } from '#test/audited-shop.ts';
import { HOME, submit, toCheckout } from '#test/checkout.ts';
import { watchDeadlocks } from '#test/deadlocks.ts';
import { untilWaiting } from '#test/locks.ts';
import { begin, beginPaying, type Paying, pay, verify } from '#test/payments.ts';

const { shop, ordersOf } = openAuditedShop({ timeouts: LONG_TIMEOUTS });

test('an address deleted while a payment begins is answered with address_not_found', async () => {
  const asha = await shop().newShopper();
  const { payment_method: _, ...order } = await toCheckout(asha, [['1', 1]]);
  const owner = await shop().db.owner.connect();
  await owner.query('begin');
  await owner.query('delete from addresses where id = $1', [order.shipping_address_id]);
  const begun = begin(asha, order);
  await untilWaiting(shop().db.owner);
  await owner.query('commit');
  owner.release();
  expect(await begun).toMatchObject({
    status: 404,
    body: { error: { code: 'address_not_found' } },
  });
});

test('an address deleted while its order is placed: both succeed without a deadlock', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  const deadlocks = watchDeadlocks();
  const gate = await shop().db.owner.connect();
  await gate.query('begin; lock table order_items in exclusive mode');
  const verified = verify(paying.shopper, paid);
  await untilWaiting(shop().db.owner);
  const path = `/api/addresses/${paying.order.shipping_address_id}`;
  const deleted = paying.shopper.request('DELETE', path);
  await untilWaiting(shop().db.owner, { count: 2 });
  await gate.query('commit');
  gate.release();
  expect((await verified).body.status).toBe('paid');
  expect((await deleted).status).toBe(204);
  expect(deadlocks()).toBe(0);
  const [order] = await ordersOf(paying.id);
  const { body } = await paying.shopper.request('GET', `/api/orders/${order?.id}`);
  expect(body).toMatchObject({ shipping_address_id: null, shipping_address: { city: 'Mumbai' } });
});

test('twelve tabs with different addresses leave one payment open, and each gets a valid response', async () => {
  const asha = await shop().newShopper();
  const { payment_method: _, ...order } = await toCheckout(asha, [['1', 1]]);
  const homes = await Promise.all(
    Array.from({ length: 12 }, () => asha.request('POST', '/api/addresses', HOME)),
  );
  const answers = await Promise.all(
    homes.map(({ body }) => begin(asha, { ...order, shipping_address_id: body.id })),
  );
  const codes = answers.map(({ status, body }) => (status === 201 ? 'begun' : body.error.code));
  expect(codes.filter((code) => code !== 'begun' && code !== 'payment_closed')).toEqual([]);
  const open = await asha.request('GET', '/api/payments/open');
  expect(codes).toContain('begun');
  await asha.request('POST', `/api/payments/${open.body.payment.id}/cancel`);
});

test('of two gateway orders created for one payment, every response has the saved one', async () => {
  const asha = await shop().newShopper();
  const { payment_method: _, ...order } = await toCheckout(asha, [['1', 1]]);
  const saved = 'order_KeptKeptKept01';
  shop().sandbox.setFaults({
    ...NO_FAULTS,
    async request(method, path) {
      if (method !== 'POST' || path !== '/v1/orders') return null;
      // Another process whose claim came after this one's expired saves its order first.
      await shop().rows(
        `update payment_intents set gateway_order_id = $1 where user_id = $2 and state = 'open'`,
        [saved, asha.shopper.userId],
      );
      return null;
    },
  });
  const answer = await begin(asha, order, randomUUID());
  expect(answer.body.options.order_id).toBe(saved);
  await shop().rows(`update payment_intents set gateway_order_id = null where user_id = $1`, [
    asha.shopper.userId,
  ]);
  await asha.request('POST', `/api/payments/${answer.body.payment.id}/cancel`);
});

test.each([
  [
    'with cash',
    ({ shopper, order }: Paying) => submit(shopper, { ...order, payment_method: 'cod' }),
  ],
  ['by a second payment', ({ shopper, order }: Paying) => begin(shopper, order)],
])(
  'an order %s waits for a concurrent check of the expired payment, without a deadlock',
  async (_, again) => {
    const late = await beginPaying(shop());
    await shop().age(late.id, 31);
    await shop().settle();
    const deadlocks = watchDeadlocks();
    const gate = await shop().db.owner.connect();
    await gate.query('begin');
    await gate.query('select from payment_intents where id = $1 for no key update', [late.id]);
    const ordered = again(late);
    await untilWaiting(shop().db.owner);
    // Like a check that reserves its stock again.
    await gate.query(`select from products where id = '1' for no key update`);
    await gate.query('commit');
    gate.release();
    const { status, body } = await ordered;
    expect(status, JSON.stringify(body)).toBe(201);
    expect(deadlocks()).toBe(0);
    await pay(shop(), late);
    await shop().settle();
    expect(await ordersOf(late.id)).toEqual([]);
  },
);
