import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  HOME,
  queuedConfirmations,
  refused,
  resetShop,
  stocks,
  submit,
  toCheckout,
} from '#test/checkout.ts';
import { openTestShop, send, type TestShop, type TestShopper } from '#test/shop.ts';

let shop: TestShop;
let asha: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
});

beforeEach(async () => {
  await resetShop(shop.db.owner);
  asha = await shop.newShopper();
});

describe('201', () => {
  test('everything in the cart becomes an order', async () => {
    const order = await toCheckout(asha, [
      ['1', 2],
      ['3', 1],
    ]);
    const placed = await submit(asha, order);

    expect(placed.status).toBe(201);
    expect(placed.body).toEqual({
      id: expect.any(String),
      order_number: expect.stringMatching(/^AP-[0-9A-Z]{3}-[0-9A-Z]{3}$/),
      total_amount: 2297,
    });
    const { status, body } = await asha.request('GET', `/api/orders/${placed.body.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...placed.body,
      can_cancel: true,
      events: [expect.objectContaining({ kind: 'placed', by_shopper: true })],
      paid_amount: null,
      payment_id: null,
      payment_mode: null,
      refunds: [],
      shipping_address_id: order.shipping_address_id,
      shipping_address: HOME,
      payment_method: 'cod',
      payment_status: 'pending',
      status: 'pending',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      order_items: [
        item('1', 'Dried Aparajita Flowers', 2, 499, 998),
        item('3', 'Blue Tea Wellness Set', 1, 1299, 1299),
      ],
    });
  });

  test('the cart is empty and the stock has gone down', async () => {
    await submit(
      asha,
      await toCheckout(asha, [
        ['1', 2],
        ['3', 1],
      ]),
    );
    expect((await asha.request('GET', '/api/cart')).body).toEqual([]);
    expect(await stocks(shop.db.owner)).toEqual({ 1: 98, 2: 100, 3: 99, 4: 100, 5: 100, 6: 100 });
  });

  test('the confirmation’s job is queued once, with its data', async () => {
    const placed = await submit(asha, await toCheckout(asha, [['1', 1]]));
    expect(await queuedConfirmations(shop.db.owner)).toEqual([
      { user_id: asha.shopper.userId, email: asha.shopper.email, order_id: placed.body.id },
    ]);
  });

  test('no job is queued for an order that is rolled back', async () => {
    const order = await toCheckout(asha, [['1', 1]]);
    await shop.db.owner.query(
      `alter table jobs.job_common add constraint no_jobs check (false) not valid`,
    );
    const failed = await submit(asha, order, 'key-of-a-failure');
    await shop.db.owner.query('alter table jobs.job_common drop constraint no_jobs');
    expect(failed).toMatchObject({ status: 500, body: { error: { code: 'internal' } } });
    expect((await asha.request('GET', '/api/orders')).body.orders).toEqual([]);
    expect((await asha.request('GET', '/api/cart')).body).toHaveLength(1);
    expect(await submit(asha, order, 'key-of-a-failure')).toMatchObject({ status: 201 });
  });

  test('paise add up exactly', async () => {
    await shop.db.owner.query(`update products set price = 0.10 where id = '1'`);
    const order = await toCheckout(asha, [['1', 3]]);
    const placed = await submit(asha, { ...order, total_amount: 0.3 });
    await shop.db.owner.query(`update products set price = 499 where id = '1'`);
    expect(placed).toMatchObject({ status: 201, body: { total_amount: 0.3 } });
  });

  test('the largest possible cart is ordered with the right total', async () => {
    await shop.db.owner.query('update products set stock = 999');
    const order = await toCheckout(
      asha,
      ['1', '2', '3', '4', '5', '6'].map((id) => [id, 999]),
    );
    expect(await submit(asha, order)).toMatchObject({
      status: 201,
      body: { total_amount: (499 + 799 + 1299 + 899 + 599 + 1999) * 999 },
    });
    expect(Object.values(await stocks(shop.db.owner))).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('an order does not change when its product or address changes later', async () => {
    const order = await toCheckout(asha, [['1', 1]]);
    const { body: placed } = await submit(asha, order);
    const before = await asha.request('GET', `/api/orders/${placed.id}`);
    await shop.db.owner.query(
      `update products set price = 549, mrp = 599, name = 'New', image = 'new' where id = '1'`,
    );
    await asha.request('PATCH', `/api/addresses/${order.shipping_address_id}`, { city: 'Pune' });
    expect((await asha.request('GET', `/api/orders/${placed.id}`)).body).toEqual(before.body);
    await shop.db.owner.query(
      `update products set price = 499, name = 'Dried Aparajita Flowers',
         image = '/pictures/products/1-pack.webp' where id = '1'`,
    );
  });
});

describe('the list', () => {
  test('a new shopper has no orders', async () => {
    expect(await asha.request('GET', '/api/orders')).toMatchObject({
      status: 200,
      body: { orders: [], next: null },
    });
  });

  test('has the newest order first, each with its items and its address', async () => {
    const first = await submit(asha, await toCheckout(asha, [['1', 1]]));
    const second = await submit(
      asha,
      await toCheckout(asha, [
        ['2', 1],
        ['3', 2],
      ]),
    );
    const { body } = await asha.request('GET', '/api/orders');
    expect(body.next).toBeNull();
    expect(body.orders).toMatchObject([
      {
        id: second.body.id,
        shipping_address: HOME,
        order_items: [{ product_id: '2' }, { product_id: '3', quantity: 2 }],
      },
      { id: first.body.id, shipping_address: HOME, order_items: [{ product_id: '1' }] },
    ]);
  });

  test.each([20, 21, 45])(
    '%d orders are returned page by page, each exactly once',
    async (count) => {
      await insertOrders(asha, count);
      const seen: string[] = [];
      let next: string | null = null;
      let pages = 0;
      do {
        const query: string = next ? `?before=${next}` : '';
        const { body } = await asha.request('GET', `/api/orders${query}`);
        seen.push(...body.orders.map(({ order_number }: { order_number: string }) => order_number));
        next = body.next;
        pages += 1;
      } while (next);
      expect(pages).toBe(Math.ceil(count / 20));
      const { rows } = await shop.db.owner.query(
        'select order_number from orders order by created_at desc, id desc',
      );
      expect(seen).toEqual(rows.map(({ order_number }) => order_number));
    },
  );

  test('another shopper’s order id cannot be used as `before`', async () => {
    const bina = await shop.newShopper();
    await insertOrders(asha, 3);
    const hers = await submit(bina, await toCheckout(bina, [['1', 1]]));
    const { body } = await asha.request('GET', `/api/orders?before=${hers.body.id}`);
    expect(body).toEqual({ orders: [], next: null });
  });

  test('`before` that is no id answers 400', async () => {
    expect(await asha.request('GET', '/api/orders?before=yesterday')).toMatchObject(
      refused(400, 'invalid_input'),
    );
  });
});

describe('the answer is 401 for', () => {
  test.each([
    ['GET', '/api/orders'],
    ['GET', `/api/orders/${randomUUID()}`],
    ['POST', '/api/orders'],
  ])('%s %s without signing in', async (method, path) => {
    const body = method === 'POST' ? {} : undefined;
    expect(await send(shop.app, method, path, body)).toMatchObject(refused(401, 'not_signed_in'));
  });
});

describe('the answer is 404 for', () => {
  test('an order that does not exist', async () => {
    const answer = await asha.request('GET', `/api/orders/${randomUUID()}`);
    expect(answer).toMatchObject(refused(404, 'order_not_found'));
    expect(answer.body.error.message).toBe('Order not found');
  });

  test('another shopper’s order, with the same response as one that does not exist', async () => {
    const bina = await shop.newShopper();
    const { body } = await submit(asha, await toCheckout(asha, [['1', 1]]));
    const foreign = await bina.request('GET', `/api/orders/${body.id}`);
    const missing = await bina.request('GET', `/api/orders/${randomUUID()}`);
    expect(foreign).toMatchObject(refused(404, 'order_not_found'));
    expect(foreign.body).toEqual(missing.body);
    expect((await bina.request('GET', '/api/orders')).body.orders).toEqual([]);
  });
});

function item(id: string, name: string, quantity: number, price: number, subtotal: number) {
  return {
    id: expect.any(String),
    product_id: id,
    product_name: name,
    product_image: `/pictures/products/${id}-pack.webp`,
    quantity,
    price,
    subtotal,
  };
}

async function insertOrders({ shopper }: TestShopper, count: number): Promise<void> {
  await shop.db.owner.query(
    `insert into orders (user_id, order_number, total_amount, shipping_address, payment_method,
       idempotency_key, request_hash, created_at)
     select $1, generate_order_number(), n, $3, 'cod', 'key-of-' || lpad(n::text, 4, '0'), 'x',
       now() - interval '1 day' * (n / 4)
     from generate_series(1, $2) n`,
    [shopper.userId, count, JSON.stringify(HOME)],
  );
  await shop.db.owner.query(
    `insert into order_items (order_id, user_id, product_id, product_name, product_image, quantity, price)
     select id, user_id, '1', 'X', 'x', 1, total_amount from orders where user_id = $1`,
    [shopper.userId],
  );
}
