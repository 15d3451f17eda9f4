import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOME, type Submission, submit, toCheckout } from '#test/checkout.ts';
import { contents } from '#test/contents.ts';
import { openTestShop, send, type TestShop, type TestShopper } from '#test/shop.ts';

let shop: TestShop;
let asha: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
});

beforeEach(async () => {
  await shop.db.owner.query(`
    truncate cart_items, orders, order_items, addresses cascade;
    delete from jobs.job;
    update products set active = true, stock = 100`);
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
    const { status, body } = await asha.ask('GET', `/api/orders/${placed.body.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...placed.body,
      payment_id: null,
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
    expect((await asha.ask('GET', '/api/cart')).body).toEqual([]);
    expect(await stocks()).toEqual({ 1: 98, 2: 100, 3: 99, 4: 100, 5: 100, 6: 100 });
  });

  test('the confirmation’s job is queued, once, with what it needs', async () => {
    const placed = await submit(asha, await toCheckout(asha, [['1', 1]]));
    expect(await queued()).toEqual([
      { user_id: asha.shopper.userId, email: asha.shopper.email, order_id: placed.body.id },
    ]);
  });

  test('no job is queued for an order that is not kept', async () => {
    const order = await toCheckout(asha, [['1', 1]]);
    await shop.db.owner.query(
      `alter table jobs.job_common add constraint no_jobs check (false) not valid`,
    );
    const failed = await submit(asha, order, 'key-of-a-failure');
    await shop.db.owner.query('alter table jobs.job_common drop constraint no_jobs');
    expect(failed).toMatchObject({ status: 500, body: { error: { code: 'internal' } } });
    expect((await asha.ask('GET', '/api/orders')).body.orders).toEqual([]);
    expect((await asha.ask('GET', '/api/cart')).body).toHaveLength(1);
    expect(await submit(asha, order, 'key-of-a-failure')).toMatchObject({ status: 201 });
  });

  test('paise add up exactly', async () => {
    await shop.db.owner.query(`update products set price = 0.10 where id = '1'`);
    const order = await toCheckout(asha, [['1', 3]]);
    const placed = await submit(asha, { ...order, total_amount: 0.3 });
    await shop.db.owner.query(`update products set price = 499 where id = '1'`);
    expect(placed).toMatchObject({ status: 201, body: { total_amount: 0.3 } });
  });

  test('the largest cart there can be is ordered at its right total', async () => {
    await shop.db.owner.query('update products set stock = 999');
    const order = await toCheckout(
      asha,
      ['1', '2', '3', '4', '5', '6'].map((id) => [id, 999]),
    );
    expect(await submit(asha, order)).toMatchObject({
      status: 201,
      body: { total_amount: (499 + 799 + 1299 + 899 + 599 + 1999) * 999 },
    });
    expect(Object.values(await stocks())).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('an order stays as it was when product and address change later', async () => {
    const order = await toCheckout(asha, [['1', 1]]);
    const { body: placed } = await submit(asha, order);
    const before = await asha.ask('GET', `/api/orders/${placed.id}`);
    await shop.db.owner.query(
      `update products set price = 549, name = 'New', image = 'new' where id = '1'`,
    );
    await asha.ask('PATCH', `/api/addresses/${order.shipping_address_id}`, { city: 'Pune' });
    expect((await asha.ask('GET', `/api/orders/${placed.id}`)).body).toEqual(before.body);
    await shop.db.owner.query(
      `update products set price = 499, name = 'Dried Aparajita Flowers',
         image = '/pictures/products/1-pack.webp' where id = '1'`,
    );
  });
});

describe('the same key', () => {
  test('with the same body answers with the same order and does nothing again', async () => {
    const order = await toCheckout(asha, [['1', 1]]);
    const first = await submit(asha, order, 'a-key-of-mine');
    await asha.ask('POST', '/api/cart/items', { product_id: '2', quantity: 1 });
    const before = await contents(shop.db.owner);

    const { total_amount, ...rest } = order;
    const again = await submit(asha, { total_amount, ...rest }, 'a-key-of-mine');

    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await contents(shop.db.owner)).toEqual(before);
  });

  test('with another body is refused, and nothing is ordered', async () => {
    const order = await toCheckout(asha, [['1', 1]]);
    await submit(asha, order, 'a-key-of-mine');
    const next = await toCheckout(asha, [['2', 1]]);
    const before = await contents(shop.db.owner);
    expect(await submit(asha, next, 'a-key-of-mine')).toMatchObject(
      refused(409, 'idempotency_key_reused'),
    );
    expect(await contents(shop.db.owner)).toEqual(before);
  });

  test('20 times at once is one order, answered 20 times', async () => {
    const order = await toCheckout(asha, [['1', 2]]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(asha, order, 'a-double-click')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await asha.ask('GET', '/api/orders')).body.orders).toHaveLength(1);
    expect((await stocks())['1']).toBe(98);
    expect(await queued()).toHaveLength(1);
  });

  test('of another shopper is another key', async () => {
    const bina = await shop.newShopper();
    const first = await submit(asha, await toCheckout(asha, [['1', 1]]), 'everybodys-key');
    const second = await submit(bina, await toCheckout(bina, [['1', 1]]), 'everybodys-key');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).not.toBe(first.body.id);
  });

  test('can be used again after a refusal, once the reason is gone', async () => {
    const order = await toCheckout(asha, [['1', 3]]);
    await shop.db.owner.query(`update products set stock = 2 where id = '1'`);
    expect(await submit(asha, order, 'a-key-of-mine')).toMatchObject({ status: 409 });
    await shop.db.owner.query(`update products set stock = 3 where id = '1'`);
    expect(await submit(asha, order, 'a-key-of-mine')).toMatchObject({ status: 201 });
  });
});

test('two keys at once on one cart: one order, the other finds the cart empty', async () => {
  const order = await toCheckout(asha, [['1', 1]]);
  const answers = await Promise.all([submit(asha, order), submit(asha, order)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)).toMatchObject(refused(409, 'cart_empty'));
  expect(await queued()).toHaveLength(1);
});

describe('a refused order changes nothing', () => {
  let order: Submission;
  let untouched: Record<string, string>;

  beforeEach(async () => {
    order = await toCheckout(asha, [
      ['1', 2],
      ['2', 1],
    ]);
  });

  /** Submits after everything is arranged and compares all tables before and after. */
  async function refusedFor(submission: object, shopper = asha) {
    untouched = await contents(shop.db.owner);
    const answer = await submit(shopper, submission);
    expect(await contents(shop.db.owner)).toEqual(untouched);
    return answer;
  }

  test('a price has changed: the lines tell the old and the new', async () => {
    await shop.db.owner.query(`update products set price = 549.5 where id = '1'`);
    const answer = await refusedFor(order);
    await shop.db.owner.query(`update products set price = 499 where id = '1'`);
    expect(answer).toMatchObject(refused(409, 'price_changed'));
    expect(answer.body.error).toEqual({
      code: 'price_changed',
      message: 'The price of Dried Aparajita Flowers has changed.',
      lines: [
        {
          product_id: '1',
          product_name: 'Dried Aparajita Flowers',
          quantity: 2,
          stock: 100,
          price: 499,
          current_price: 549.5,
        },
      ],
    });
  });

  test('a changed price is refused even when the total shown is the new one', async () => {
    await shop.db.owner.query(`update products set price = 549 where id = '1'`);
    const answer = await refusedFor({ ...order, total_amount: 549 * 2 + 799 });
    await shop.db.owner.query(`update products set price = 499 where id = '1'`);
    expect(answer).toMatchObject(refused(409, 'price_changed'));
  });

  test('too little is left: the lines tell of what, and how many', async () => {
    await shop.db.owner.query(`update products set stock = 1 where id in ('1', '3')`);
    const answer = await refusedFor(order);
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      code: 'out_of_stock',
      message: 'Only 1 of Dried Aparajita Flowers left.',
      lines: [{ product_id: '1', quantity: 2, stock: 1 }],
    });
    expect(answer.body.error.lines).toHaveLength(1);
  });

  test('a product is gone', async () => {
    await shop.db.owner.query(`update products set active = false, stock = 0 where id = '2'`);
    const answer = await refusedFor(order);
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      code: 'product_gone',
      message: 'Premium Blue Tea Pack is no longer sold.',
      lines: [{ product_id: '2' }],
    });
  });

  test.each([0, 1797.01, 1796.99, 998, 1e308])(
    'a total of %d is not what the cart comes to',
    async (total) => {
      const answer = await refusedFor({ ...order, total_amount: total });
      expect(answer).toMatchObject(refused(409, 'cart_changed'));
    },
  );

  test('something was added in another tab since the total was shown', async () => {
    await asha.ask('POST', '/api/cart/items', { product_id: '5', quantity: 1 });
    expect(await refusedFor(order)).toMatchObject(refused(409, 'cart_changed'));
  });

  test('the cart is empty', async () => {
    await asha.ask('DELETE', '/api/cart');
    const answer = await refusedFor(order);
    expect(answer).toMatchObject(refused(409, 'cart_empty'));
    expect(answer.body.error.message).toBe('Your cart is empty');
  });

  test('the address is not there', async () => {
    const answer = await refusedFor({ ...order, shipping_address_id: randomUUID() });
    expect(answer).toMatchObject(refused(404, 'address_not_found'));
    expect(answer.body.error.message).toBe('Please select a shipping address');
  });

  test('the address is another shopper’s', async () => {
    const bina = await shop.newShopper();
    const { shipping_address_id } = await toCheckout(bina, []);
    expect(await refusedFor({ ...order, shipping_address_id })).toMatchObject(
      refused(404, 'address_not_found'),
    );
  });

  test.each([
    [{ shipping_address_id: '' }, { shipping_address_id: 'Please select a shipping address' }],
    [
      { shipping_address_id: undefined },
      { shipping_address_id: 'Please select a shipping address' },
    ],
    [{ payment_method: 'razorpay' }, { payment_method: 'Choose how you would like to pay' }],
    [{ total_amount: '1797' }, { total_amount: expect.any(String) }],
    [{ total_amount: -1 }, { total_amount: expect.any(String) }],
    [{ order_number: 'AP-000-000' }, { order_number: expect.any(String) }],
    [{ status: 'delivered' }, { status: expect.any(String) }],
    [{ user_id: randomUUID() }, { user_id: expect.any(String) }],
  ])('400: %o', async (change, fields) => {
    const answer = await refusedFor({ ...order, ...change });
    expect(answer).toMatchObject(refused(400, 'invalid_input'));
    expect(answer.body.error.fields).toEqual(fields);
  });

  test.each(['', 'short', 'x'.repeat(101), 'with spaces in it', 'semi;colons', 'ünï-cödé-key'])(
    '400: the key %o',
    async (key) => {
      untouched = await contents(shop.db.owner);
      const headers = new Headers();
      headers.set('idempotency-key', Buffer.from(key).toString('latin1'));
      const answer = await asha.ask('POST', '/api/orders', order, Object.fromEntries(headers));
      expect(answer).toMatchObject(refused(400, 'idempotency_key_missing'));
      expect(await contents(shop.db.owner)).toEqual(untouched);
    },
  );

  test('400: no key', async () => {
    const answer = await asha.ask('POST', '/api/orders', order);
    expect(answer).toMatchObject(refused(400, 'idempotency_key_missing'));
  });

  test('401: the session has ended', async () => {
    await asha.ask('POST', '/auth/v1/logout');
    expect(await refusedFor(order)).toMatchObject(refused(401, 'not_signed_in'));
  });
});

describe('the list', () => {
  test('a new shopper has no orders', async () => {
    expect(await asha.ask('GET', '/api/orders')).toMatchObject({
      status: 200,
      body: { orders: [], next: null },
    });
  });

  test('the newest first, each with its items and its address', async () => {
    const first = await submit(asha, await toCheckout(asha, [['1', 1]]));
    const second = await submit(
      asha,
      await toCheckout(asha, [
        ['2', 1],
        ['3', 2],
      ]),
    );
    const { body } = await asha.ask('GET', '/api/orders');
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
    '%d orders come page by page, each once, none left out',
    async (count) => {
      await insertOrders(asha, count);
      const seen: string[] = [];
      let next: string | null = null;
      let pages = 0;
      do {
        const query: string = next ? `?before=${next}` : '';
        const { body } = await asha.ask('GET', `/api/orders${query}`);
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

  test('another shopper’s order is no place to read on from', async () => {
    const bina = await shop.newShopper();
    await insertOrders(asha, 3);
    const hers = await submit(bina, await toCheckout(bina, [['1', 1]]));
    const { body } = await asha.ask('GET', `/api/orders?before=${hers.body.id}`);
    expect(body).toEqual({ orders: [], next: null });
  });

  test('400: before something that is no id', async () => {
    expect(await asha.ask('GET', '/api/orders?before=yesterday')).toMatchObject(
      refused(400, 'invalid_input'),
    );
  });
});

describe('401', () => {
  test.each([
    ['GET', '/api/orders'],
    ['GET', `/api/orders/${randomUUID()}`],
    ['POST', '/api/orders'],
  ])('%s %s without signing in', async (method, path) => {
    const body = method === 'POST' ? {} : undefined;
    expect(await send(shop.app, method, path, body)).toMatchObject(refused(401, 'not_signed_in'));
  });
});

describe('404', () => {
  test('an order that is not there', async () => {
    const answer = await asha.ask('GET', `/api/orders/${randomUUID()}`);
    expect(answer).toMatchObject(refused(404, 'order_not_found'));
    expect(answer.body.error.message).toBe('Order not found');
  });

  test('another shopper’s order, in the very words of one that is not there', async () => {
    const bina = await shop.newShopper();
    const { body } = await submit(asha, await toCheckout(asha, [['1', 1]]));
    const foreign = await bina.ask('GET', `/api/orders/${body.id}`);
    const missing = await bina.ask('GET', `/api/orders/${randomUUID()}`);
    expect(foreign).toMatchObject(refused(404, 'order_not_found'));
    expect(foreign.body).toEqual(missing.body);
    expect((await bina.ask('GET', '/api/orders')).body.orders).toEqual([]);
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

function refused(status: number, code: string) {
  return { status, body: { error: { code } } };
}

async function stocks(): Promise<Record<string, number>> {
  const { rows } = await shop.db.owner.query('select id, stock from products order by id');
  return Object.fromEntries(rows.map(({ id, stock }) => [id, stock]));
}

async function queued(): Promise<object[]> {
  const { rows } = await shop.db.owner.query(
    `select data from jobs.job where name = 'order-confirmation'`,
  );
  return rows.map(({ data }) => data);
}

/** Orders of earlier days, several of them in the same instant. */
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
