import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, expect, test } from 'vitest';
import { promisedDay } from '#domain/delivery.ts';
import { expectedBy } from '#domain/shipping.ts';
import { refused, resetShop, submit, toCheckout } from '#test/checkout.ts';
import { asPaying, begin, openPayingShop, pay, verify } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';

/** ₹49 for delivery below ₹999, as the shop says of everywhere. */
const TERMS = { shipping: { fee: 4_900, freeFrom: 99_900 } };
const shop = await openPayingShop({}, { terms: TERMS, timeouts: LONG_TIMEOUTS });
const { rows } = shop;
let asha: TestShopper;

beforeEach(async () => {
  await shop.db.owner.query('truncate payment_intents, delivery_areas cascade');
  await resetShop(shop.db.owner);
  asha = await shop.newShopper();
});

/** Sets a rule of the owner; the address of the tests' shoppers is in 400050. */
const setRule = (prefix: string, values: string) =>
  rows(
    `insert into delivery_areas (prefix, ${values.replaceAll(/ = [^,]*/g, '')})
    values ($1, ${values.replaceAll(/[a-z_]* = /g, '')})
    on conflict (prefix) do update set ${values}`,
    [prefix],
  );

const ask = async (pin: string) => {
  const response = await shop.app.request(`/api/delivery/${pin}`);
  return { response, body: await response.json() };
};

test('anybody is told what counts for a PIN code, and proxies may keep it for a minute', async () => {
  await setRule('4', 'days_to = 2, fee = 99');
  await setRule('400050', 'cash = false, fee = 0');
  const now = new Date().toISOString();
  const { response, body } = await ask('400 050');
  expect(body).toEqual({
    ...{ serves: true, cash: false, fee: 0, free_from: 999 },
    expected_by: expectedBy(now, 2),
  });
  expect(response.headers.get('cache-control')).toBe('public, max-age=60');
  expect((await ask('500001')).body).toMatchObject({ cash: true, fee: 49 });
  expect((await ask('4000')).response.status).toBe(404);
});

test('an order to a place that is not served is refused before anything else is said of it', async () => {
  await setRule('4000', 'serves = false');
  const order = await toCheckout(asha, [['1', 1]]);
  const notServed = refused(409, 'not_served');
  const answer = await submit(asha, { ...order, total_amount: 1 });
  expect(answer).toMatchObject(notServed);
  expect(answer.body.error.message).toContain('400050');
  const { payment_method: _, ...payment } = order;
  expect(await begin(asha, payment)).toMatchObject(notServed);
  const { body } = await asha.request('GET', '/api/checkout/terms?pin=400050');
  expect(body.delivery).toMatchObject({ serves: false });
});

test('an order costs what is said of its PIN code, in cash and online, and keeps the day that was promised', async () => {
  await setRule('40', 'fee = 90, days_to = 9');
  const order = await toCheckout(asha, [['1', 1]]);
  expect(await submit(asha, { ...order, total_amount: 548 })).toMatchObject(
    refused(409, 'cart_changed'),
  );
  const { body: terms } = await asha.request('GET', '/api/checkout/terms?pin=400050');
  expect(terms.delivery).toMatchObject({ fee: 90, free_from: 999 });
  const placed = await submit(asha, { ...order, total_amount: 589 });
  expect(placed.status).toBe(201);

  const { payment_method: _, ...again } = await toCheckout(asha, [['1', 1]]);
  const agreed = { ...again, total_amount: 589 };
  const paying = asPaying(asha, agreed, await begin(asha, agreed));
  const paid = await verify(asha, await pay(shop, paying));
  await setRule('40', 'fee = 0, days_to = 1');
  for (const id of [placed.body.id, paid.body.order_id]) {
    const { body } = await asha.request('GET', `/api/orders/${id}`);
    expect(body.charges.shipping_fee).toBe(90);
    expect(promisedDay(body)).toBe(expectedBy(body.created_at, 9));
  }
});

test('where no cash is taken an order in cash is refused, and says what can be done', async () => {
  await setRule('400050', 'cash = false');
  const order = { ...(await toCheckout(asha, [['1', 1]])), total_amount: 548 };
  const answer = await submit(asha, order);
  expect(answer).toMatchObject(refused(409, 'cash_limit'));
  expect(answer.body.error.message).toBe(
    'Cash on delivery is not available at this address. Please pay online, or choose another address.',
  );
  const { payment_method: _, ...payment } = order;
  expect((await begin(asha, payment)).status).toBe(201);
});

test('a rule that changes while orders are placed: each is placed at the sum that was agreed, or not at all', async () => {
  const shoppers = await Promise.all(Array.from({ length: 6 }, () => shop.newShopper()));
  const orders = await Promise.all(shoppers.map((each) => toCheckout(each, [['1', 1]])));
  const change = (async () => {
    for (let n = 0; n < 10; n += 1) await setRule('400', `fee = ${n % 2 ? 1 : 101}`);
  })();
  const answers = await Promise.all(
    orders.map((order, n) => {
      const total_amount = n % 2 ? 500 : 600;
      return submit(shoppers[n] ?? asha, { ...order, total_amount });
    }),
  );
  await change;
  for (const [n, { status, body }] of answers.entries()) {
    if (status === 201) expect(body.total_amount).toBe(n % 2 ? 500 : 600);
    else expect({ status, body }).toMatchObject(refused(409, 'cart_changed'));
  }
  const stored = await rows('select total_amount - 499 as fee, shipping_fee from orders');
  for (const { fee, shipping_fee } of stored) expect(fee).toEqual(shipping_fee);
});

test('of delivery nobody but the owner writes', async () => {
  await expect(
    shop.db.owner.query(`set role shop_app; insert into delivery_areas (prefix) values ('4')`),
  ).rejects.toThrow('permission denied');
});
