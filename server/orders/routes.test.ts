import { beforeEach, describe, expect, test } from 'vitest';
import { expectedBy } from '#domain/shipping.ts';
import {
  HOME,
  queuedConfirmations,
  refused,
  resetShop,
  stocks,
  submit,
  toCheckout,
} from '#test/checkout.ts';
import { openTestShop, type TestShopper } from '#test/shop.ts';

const BOTH: [string, number][] = [
  ['1', 2],
  ['3', 1],
];
let asha: TestShopper;

const shop = await openTestShop();

beforeEach(async () => {
  await resetShop(shop.db.owner);
  asha = await shop.newShopper();
});

const query = (sql: string, values?: unknown[]) => shop.db.owner.query(sql, values);

const CHARGES = { coupon_discount: 0, online_discount: 0, shipping_fee: 0, cash_fee: 0 };

test('everything in the cart becomes an order; the cart is empty, the stock less, and its confirmation queued once', async () => {
  const order = await toCheckout(asha, BOTH);
  const placed = await submit(asha, order);

  expect(placed.status).toBe(201);
  expect(placed.body).toEqual({
    id: expect.any(String),
    order_number: expect.stringMatching(/^AP-[0-9A-Z]{3}-[0-9A-Z]{3}$/),
    total_amount: 2297,
  });
  const { status, body } = await asha.request('GET', `/api/orders/${placed.body.id}`);
  expect(status).toBe(200);
  const item = (id: string, product_name: string, quantity: number, price: number) => ({
    ...{ id: expect.any(String), product_id: id, product_name, quantity, price },
    ...{ product_image: `/pictures/products/${id}-pack.webp`, subtotal: quantity * price },
  });
  expect(body).toEqual({
    ...placed.body,
    ...{ status: 'pending', payment_method: 'cod', payment_status: 'pending', can_cancel: true },
    charges: { ...CHARGES, coupon_code: null },
    ...{ paid_amount: null, payment_id: null, payment_mode: null, refunds: [] },
    events: [expect.objectContaining({ kind: 'placed', by_shopper: true })],
    shipping_address_id: order.shipping_address_id,
    shipping_address: HOME,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    expected_by: expectedBy(body.created_at, 5),
    order_items: [
      item('1', 'Dried Aparajita Flowers', 2, 499),
      item('3', 'Blue Tea Wellness Set', 1, 1299),
    ],
  });
  expect((await asha.request('GET', '/api/cart')).body).toEqual([]);
  expect(await stocks(shop.db.owner)).toEqual({ 1: 98, 2: 100, 3: 99, 4: 100, 5: 100, 6: 100 });
  expect(await queuedConfirmations(shop.db.owner)).toEqual([
    { user_id: asha.shopper.userId, email: asha.shopper.email, order_id: placed.body.id },
  ]);
});

test('an order whose email cannot be queued is not placed, and can be sent again', async () => {
  const order = await toCheckout(asha, [['1', 1]]);
  await query(`alter table jobs.job_common add constraint no_jobs check (false) not valid`);
  const failed = await submit(asha, order, 'key-of-a-failure');
  await query('alter table jobs.job_common drop constraint no_jobs');
  expect(failed).toMatchObject(refused(500, 'internal'));
  expect((await asha.request('GET', '/api/orders')).body.orders).toEqual([]);
  expect((await asha.request('GET', '/api/cart')).body).toHaveLength(1);
  expect(await submit(asha, order, 'key-of-a-failure')).toMatchObject({ status: 201 });
});

test('paise add up exactly, and the largest possible cart has the right total', async () => {
  await query(`update products set price = 0.10 where id = '1'`);
  const order = await toCheckout(asha, [['1', 3]]);
  const placed = await submit(asha, { ...order, total_amount: 0.3 });
  expect(placed).toMatchObject({ status: 201, body: { total_amount: 0.3 } });
  await query(`update products set stock = 999, price = case id when '1' then 499 else price end`);
  const largest = await toCheckout(
    asha,
    ['1', '2', '3', '4', '5', '6'].map((id) => [id, 999]),
  );
  expect(await submit(asha, largest)).toMatchObject({
    status: 201,
    body: { total_amount: (499 + 799 + 1299 + 899 + 599 + 1999) * 999 },
  });
  expect(Object.values(await stocks(shop.db.owner))).toEqual([0, 0, 0, 0, 0, 0]);
});

test('an order does not change when its product or address changes later', async () => {
  const order = await toCheckout(asha, [['4', 1]]);
  const { body: placed } = await submit(asha, order);
  const before = await asha.request('GET', `/api/orders/${placed.id}`);
  await query(
    `update products set price = 949, mrp = 999, name = 'New', image = 'new' where id = '4'`,
  );
  await asha.request('PATCH', `/api/addresses/${order.shipping_address_id}`, { city: 'Pune' });
  expect((await asha.request('GET', `/api/orders/${placed.id}`)).body).toEqual(before.body);
});

describe('the list', () => {
  async function insertOrders(count: number): Promise<void> {
    await query(
      `with placed as (
         insert into orders (user_id, order_number, total_amount, shipping_address, payment_method,
           idempotency_key, request_hash, created_at)
         select $1, generate_order_number(), n, $3, 'cod', 'key-of-' || lpad(n::text, 4, '0'), 'x',
           now() - interval '1 day' * (n / 4)
         from generate_series(1, $2) n returning id, user_id, total_amount
       )
       insert into order_items (order_id, user_id, product_id, product_name, product_image, quantity, price)
       select id, user_id, '1', 'X', 'x', 1, total_amount from placed`,
      [asha.shopper.userId, count, JSON.stringify(HOME)],
    );
  }

  test('has the newest order first, each with its items and its address', async () => {
    const list = async () => (await asha.request('GET', '/api/orders')).body;
    expect(await list()).toEqual({ orders: [], next: null });
    const first = await submit(asha, await toCheckout(asha, [['1', 1]]));
    const second = await submit(asha, await toCheckout(asha, BOTH));
    const items = [{ product_id: '1', quantity: 2 }, { product_id: '3' }];
    expect(await list()).toMatchObject({
      next: null,
      orders: [
        { id: second.body.id, shipping_address: HOME, order_items: items },
        { id: first.body.id, shipping_address: HOME, order_items: [{ product_id: '1' }] },
      ],
    });
  });

  test.each([20, 21, 45])(
    '%d orders are returned page by page, each exactly once',
    async (count) => {
      await insertOrders(count);
      const seen: string[] = [];
      let pages = 0;
      for (let next: string | null = ''; next !== null; pages += 1) {
        const path: string = `/api/orders${next && `?before=${next}`}`;
        const { body } = await asha.request('GET', path);
        seen.push(...body.orders.map(({ order_number }: { order_number: string }) => order_number));
        next = body.next;
      }
      expect(pages).toBe(Math.ceil(count / 20));
      const { rows } = await query(
        'select order_number from orders order by created_at desc, id desc',
      );
      expect(seen).toEqual(rows.map(({ order_number }) => order_number));
    },
  );

  test('another shopper’s order id cannot be used as `before`, and what is no id answers 400', async () => {
    const bina = await shop.newShopper();
    await insertOrders(3);
    const hers = await submit(bina, await toCheckout(bina, [['1', 1]]));
    const { body } = await asha.request('GET', `/api/orders?before=${hers.body.id}`);
    expect(body).toEqual({ orders: [], next: null });
    const answer = await asha.request('GET', '/api/orders?before=yesterday');
    expect(answer).toMatchObject(refused(400, 'invalid_input'));
  });
});
