import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { NO_FAULTS } from '@aparajita/razorpay/sandbox';
import { expect, test } from 'vitest';
import { openAuditedShop } from '#test/audited-shop.ts';
import { refused, submit, toCheckout } from '#test/checkout.ts';
import { holdLock, untilWaiting, watchDeadlocks } from '#test/locks.ts';
import { begin, beginPaying, type Paying, pay, verify } from '#test/payments.ts';

const { shop, ordersOf } = openAuditedShop({ timeouts: LONG_TIMEOUTS });

async function readyToPay() {
  const asha = await shop().newShopper();
  const { payment_method: _, ...order } = await toCheckout(asha, [['1', 1]]);
  return { asha, order };
}

test('an address deleted while a payment begins is answered with address_not_found', async () => {
  const { asha, order } = await readyToPay();
  const deleting = await holdLock(shop().db.owner, 'delete from addresses where id = $1', [
    order.shipping_address_id,
  ]);
  const begun = begin(asha, order);
  await untilWaiting(shop().db.owner);
  await deleting.commit();
  expect(await begun).toMatchObject(refused(404, 'address_not_found'));
});

test('an address deleted while its order is placed: both succeed without a deadlock', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  const deadlocks = watchDeadlocks();
  const gate = await holdLock(shop().db.owner, 'lock table order_items in exclusive mode');
  const verified = verify(paying.shopper, paid);
  await untilWaiting(shop().db.owner);
  const path = `/api/addresses/${paying.order.shipping_address_id}`;
  const deleted = paying.shopper.request('DELETE', path);
  await untilWaiting(shop().db.owner, { count: 2 });
  await gate.commit();
  expect((await verified).body.status).toBe('paid');
  expect((await deleted).status).toBe(204);
  expect(deadlocks()).toBe(0);
  const [order] = await ordersOf(paying.id);
  const { body } = await paying.shopper.request('GET', `/api/orders/${order?.id}`);
  expect(body).toMatchObject({ shipping_address_id: null, shipping_address: { city: 'Mumbai' } });
});

test('of two gateway orders created for one payment, every response has the saved one', async () => {
  const { asha, order } = await readyToPay();
  const save = (id: string | null) =>
    shop().rows(
      `update payment_intents set gateway_order_id = $1 where user_id = $2 and state = 'open'`,
      [id, asha.shopper.userId],
    );
  const saved = 'order_KeptKeptKept01';
  shop().sandbox.setFaults({
    ...NO_FAULTS,
    async request(method, path) {
      // Another process whose claim came after this one's expired saves its order first.
      if (method === 'POST' && path === '/v1/orders') await save(saved);
      return null;
    },
  });
  const { body } = await begin(asha, order);
  expect(body.options.order_id).toBe(saved);
  await save(null);
  await asha.request('POST', `/api/payments/${body.payment.id}/cancel`);
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
    const intent = 'select from payment_intents where id = $1 for no key update';
    const checking = await holdLock(shop().db.owner, intent, [late.id]);
    const ordered = again(late);
    await untilWaiting(shop().db.owner);
    // Like a check that reserves its stock again.
    await checking.query(`select from products where id = '1' for no key update`);
    await checking.commit();
    const { status, body } = await ordered;
    expect(status, JSON.stringify(body)).toBe(201);
    expect(deadlocks()).toBe(0);
    await pay(shop(), late);
    await shop().settle();
    expect(await ordersOf(late.id)).toEqual([]);
  },
);
