import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { NewOrder, PlacedOrder } from '#contract/orders.ts';
import type { Shopper } from '#server/shopper.ts';
import { queuedConfirmations, stocks } from '#test/checkout.ts';
import { holdLock, untilWaiting, watchDeadlocks } from '#test/locks.ts';
import {
  failure,
  fillCart,
  insertShopper,
  type Line,
  openShopDatabase,
  readyToOrder,
} from '#test/shop-database.ts';
import { placeOrder } from './place-order.ts';

/** As many as the pool serves at once: nobody waits for a connection, which a shopper does only for some seconds. */
const CROWD = 20;

const shop = await openShopDatabase({ size: CROWD + 2, timeouts: LONG_TIMEOUTS });
const opened = await Promise.all(Array.from({ length: CROWD + 2 }, () => shop.pool.connect()));
for (const client of opened) client.release();
await shop.db.owner.query('create table first_prices as select id, price, mrp from products');

beforeEach(async () => {
  await query(`
    truncate orders, order_items, cart_items, addresses cascade;
    delete from jobs.job;
    update products set stock = 1000, active = true, price = first.price, mrp = first.mrp
    from first_prices first where first.id = products.id`);
});

const query = async (sql: string, values?: unknown[]) =>
  (await shop.db.owner.query(sql, values)).rows;
const stockOf = async (product: string) => (await stocks(shop.db.owner))[product];
const jobs = async () => (await queuedConfirmations(shop.db.owner)).length;
const count = async (table: 'orders' | 'cart_items'): Promise<number> =>
  (await query(`select count(*)::int as n from ${table}`))[0].n;

async function sold(): Promise<Record<string, number>> {
  const rows = await query(
    'select product_id, sum(quantity)::int as pieces from order_items group by product_id',
  );
  return Object.fromEntries(rows.map(({ product_id, pieces }) => [product_id, pieces]));
}

type Buyer = { shopper: Shopper; order: NewOrder };

async function buyerOf(...lines: Line[]): Promise<Buyer> {
  const shopper = await insertShopper(shop.db.owner);
  return { shopper, order: await readyToOrder(shop.db.owner, shopper, lines) };
}

const one = (product_id: string, quantity = 1): Line => ({ product_id, quantity });
const crowd = (size: number, linesOf: (index: number) => Line[]) =>
  Promise.all(Array.from({ length: size }, (_, index) => buyerOf(...linesOf(index))));

function submit({ shopper, order }: Buyer, key: string): Promise<PlacedOrder> {
  return placeOrder(shop, shopper, order, key);
}

/** Counts each outcome; an error that is not an AppError fails the test. */
function tally(outcomes: PromiseSettledResult<PlacedOrder>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !(outcome.reason instanceof AppError))
      throw outcome.reason;
    const name = outcome.status === 'fulfilled' ? 'placed' : outcome.reason.code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('the last units', () => {
  test('of 20 shoppers who order the last 4 units at once, exactly 4 get one', async () => {
    await query(`update products set stock = 4 where id = '6'`);
    const buyers = await crowd(CROWD, () => [one('6')]);
    const outcomes = await Promise.allSettled(buyers.map((buyer) => submit(buyer, 'only-key')));
    expect(tally(outcomes)).toEqual({ placed: 4, out_of_stock: 16 });
    expect(await stockOf('6')).toBe(0);
    expect(await sold()).toEqual({ '6': 4 });
    expect(await jobs()).toBe(4);
  });

  test('are not split: an order of more than is left is rejected, and a smaller one succeeds', async () => {
    await query(`update products set stock = 3 where id = '6'`);
    const [greedy, modest] = [await buyerOf(one('6', 4)), await buyerOf(one('6', 3))];
    expect(await failure(submit(greedy, 'first-key'))).toMatchObject({
      code: 'out_of_stock',
      lines: [{ product_id: '6', quantity: 4, stock: 3 }],
    });
    await submit(modest, 'first-key');
    expect(await stockOf('6')).toBe(0);
  });
});

describe('many shoppers at once', () => {
  test('who each submit twice get one order each, without overselling or deadlocks', async () => {
    const deadlocks = watchDeadlocks(); // the shop retries after a deadlock, so the responses would not show it
    // Carts share products and are filled in different orders, which provokes deadlocks.
    const buyers = await crowd(CROWD / 2, (i) => {
      const lines = ['1', '2', '3', '4', '5', '6'].map((id, n) => one(id, ((i + n) % 3) + 1));
      return i % 2 === 0 ? lines : lines.reverse();
    });
    const outcomes = await Promise.all(
      buyers.flatMap((buyer) => [submit(buyer, 'press-key'), submit(buyer, 'press-key')]),
    );
    expect(deadlocks()).toBe(0);
    expect(new Set(outcomes.map((order) => order.id)).size).toBe(10);
    expect([await count('orders'), await jobs(), await count('cart_items')]).toEqual([10, 10, 0]);
    const left = await stocks(shop.db.owner);
    for (const [product, pieces] of Object.entries(await sold()))
      expect(left[product], `product ${product}`).toBe(1000 - pieces);
  });

  test('two who wait for the same product’s lock do not deadlock', async () => {
    const deadlocks = watchDeadlocks();
    const { owner } = shop.db;
    const buyers = await crowd(2, () => [one('1')]);
    // One transaction is adding the product to a cart, another one is about to buy it.
    const filling = await holdLock(owner, `select from products where id = '1' for key share`);
    const buying = await holdLock(owner, `update products set stock = stock - 1 where id = '1'`);
    const placing = Promise.all(buyers.map((buyer) => submit(buyer, 'the-same-time')));
    await untilWaiting(owner, { count: 2 });
    await buying.commit();
    expect(await placing).toHaveLength(2);
    await filling.commit();
    expect(deadlocks()).toBe(0);
  });
});

describe('one cart', () => {
  test('submitted 20 times at once with one key: one order, returned 20 times', async () => {
    const buyer = await buyerOf(one('1', 2));
    const answers = await Promise.all(
      Array.from({ length: CROWD }, () => submit(buyer, 'the-same-key')),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect([await count('orders'), await stockOf('1'), await jobs()]).toEqual([1, 998, 1]);
  });

  test('submitted with two keys at once: one order; the other finds the cart empty', async () => {
    for (let round = 0; round < 10; round++) {
      const buyer = await buyerOf(one('2'));
      const keys = ['key-one1', 'key-two2'];
      const outcomes = await Promise.allSettled(keys.map((key) => submit(buyer, key)));
      expect(tally(outcomes)).toEqual({ placed: 1, cart_empty: 1 });
    }
    expect([await count('orders'), await stockOf('2'), await jobs()]).toEqual([10, 990, 10]);
  });

  test.each([
    ['at the same price', 0],
    ['at a higher price', 1],
  ])('refilled %s between two submissions with one key is still one order', async (_, more) => {
    const buyer = await buyerOf(one('1'));
    const { owner } = shop.db;
    const cart = await holdLock(owner, 'select from cart_items where user_id = $1 for update', [
      buyer.shopper.userId,
    ]);
    const first = submit(buyer, 'two-clicks'); // has written the order, and waits to empty the cart
    await untilWaiting(owner, { words: 'with line as' });
    await query(`update products set price = 499 + $1::int, mrp = 999 where id = '5'`, [more]);
    await fillCart(owner, buyer.shopper, [one('5')]);
    const second = submit(buyer, 'two-clicks');
    await untilWaiting(owner, { words: 'hashtextextended' });
    await cart.release();

    expect(await second).toEqual(await first);
    expect(await sold()).toEqual({ '1': 1 });
    expect(await count('cart_items')).toBe(1);
  });

  test('refilled while it is being ordered, and its duplicate waits, is still one order', async () => {
    const { owner } = shop.db;
    await query('update products set mrp = null, price = 499'); // the refilled cart has the same total
    const buyer = await buyerOf(one('3'));

    const elsewhere = await holdLock(owner, `select from products where id = '3' for update`);
    const first = submit(buyer, 'sent-twice'); // has read the cart, and waits for product 3
    await untilWaiting(owner, { words: 'select from products' });
    await query('delete from cart_items where user_id = $1', [buyer.shopper.userId]);
    await fillCart(owner, buyer.shopper, [one('1')]);
    const second = submit(buyer, 'sent-twice');
    await untilWaiting(owner, { words: 'hashtextextended' });
    await elsewhere.release();

    expect(await second).toEqual(await first);
    expect(await sold()).toEqual({ '1': 1 });
    expect([await count('cart_items'), await stockOf('3')]).toEqual([0, 1000]);
  });
});

test.each([
  [
    'price is changed: it is rejected with the old and the new price',
    `update products set price = 949, mrp = 999 where id = '4'`,
    {
      code: 'price_changed',
      lines: [{ product_id: '4', price: 899, current_price: 949 }],
    },
  ],
  ['address is deleted: it is not found', 'delete from addresses', { code: 'address_not_found' }],
])('an order that waited while its %s', async (_, change, refusal) => {
  const buyer = await buyerOf(one('4'));
  const changing = await holdLock(shop.db.owner, change);
  const outcome = failure(submit(buyer, 'waiting-key'));
  await untilWaiting(shop.db.owner);
  await changing.commit();
  expect(await outcome).toMatchObject(refusal);
  expect([await count('orders'), await count('cart_items')]).toEqual([0, 1]);
  expect(await stockOf('4')).toBe(1000);
});

describe('an order that waits for its product, having read the cart', () => {
  async function orderWhile(change: string): Promise<PlacedOrder> {
    const { owner } = shop.db;
    const buyer = await buyerOf(one('4'));
    const elsewhere = await holdLock(owner, `select from products where id = '4' for update`);
    const [outcome] = await Promise.allSettled([
      submit(buyer, 'waiting-key'),
      (async () => {
        await untilWaiting(owner, { words: 'select from products' });
        await elsewhere.query(change);
        await elsewhere.commit();
      })(),
    ]);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  test.each([
    ['cart has more of it', 'update cart_items set quantity = 2', 'cart_changed'],
    [
      'cart has something else, too',
      `insert into cart_items (user_id, product_id, product_name, product_image, quantity, price)
       select cart_items.user_id, products.id, name, image, 1, products.price from cart_items, products where products.id = '1'`,
      'cart_changed',
    ],
    ['product is withdrawn', `update products set active = false where id = '4'`, 'product_gone'],
    ['stock is sold', `update products set stock = 0 where id = '4'`, 'out_of_stock'],
  ])('is rejected if meanwhile the %s', async (_, change, code) => {
    expect(await failure(orderWhile(change))).toMatchObject({ code });
    expect([await count('orders'), await jobs()]).toEqual([0, 0]);
  });

  test.each([
    ['address', `update addresses set city = 'Pune'`, 'Pune'],
    ['name', `update products set name = 'Tea of Kerala' where id = '4'`, 'Tea of Kerala'],
    ['picture', `update products set image = '/blue.webp' where id = '4'`, '/blue.webp'],
    ['MRP', `update products set mrp = 4711 where id = '4'`, '4711'],
  ])('has the new %s', async (_, change, changed) => {
    await orderWhile(change);
    const [order] = await query(
      `select concat(shipping_address ->> 'city', product_name, product_image, mrp) as facts
       from orders join order_items on order_id = orders.id`,
    );
    expect(order.facts).toContain(changed);
    expect([await jobs(), await stockOf('4')]).toEqual([1, 999]);
  });
});

describe('order numbers', () => {
  const next = async () => (await shop.pool.query('select generate_order_number() as number')).rows;

  test('generated at once are all distinct, have the documented format and do not reveal how many there are', async () => {
    const atOnce = (await Promise.all(Array.from({ length: CROWD }, next))).flat();
    const { rows } = await shop.pool.query<{ number: string }>(
      'select generate_order_number() as number from generate_series(1, 2000)',
    );
    const numbers = [...atOnce, ...rows].map(({ number }) => number);
    expect(new Set(numbers).size).toBe(2000 + CROWD);
    for (const number of numbers)
      expect(number).toMatch(/^AP-[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{3}$/);
    // Consecutive ones are not more alike than random ones.
    const rising = numbers.filter((number, i) => i > 0 && number > (numbers[i - 1] ?? '')).length;
    expect(rising).toBeGreaterThan(850);
    expect(rising).toBeLessThan(1150);
  });
});
