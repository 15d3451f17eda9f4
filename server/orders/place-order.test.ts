import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { NewOrder, PlacedOrder } from '#contract/orders.ts';
import type { Shopper } from '#server/shopper.ts';
import { holdLock, untilWaiting } from '#test/locks.ts';
import {
  failure,
  fillCart,
  insertShopper,
  type Line,
  openShopDatabase,
  readyToOrder,
  type ShopDatabase,
} from '#test/shop-database.ts';
import { placeOrder } from './place-order.ts';

let shop: ShopDatabase;

beforeAll(async () => {
  shop = await openShopDatabase({ size: 20, timeouts: LONG_TIMEOUTS });
});

beforeEach(async () => {
  await shop.db.owner.query(`
    truncate orders, order_items, cart_items, addresses cascade;
    delete from jobs.job;
    update products set stock = 1000, active = true`);
});

describe('the last units', () => {
  test('of 50 shoppers who order the last 10 units at once, exactly 10 get one', async () => {
    await shop.db.owner.query(`update products set stock = 10 where id = '6'`);
    const buyers = await crowd(50, () => [{ product_id: '6', quantity: 1 }]);

    const outcomes = await Promise.allSettled(buyers.map((buyer) => submit(buyer, 'only-key')));

    expect(tally(outcomes)).toEqual({ placed: 10, out_of_stock: 40 });
    expect(await stockOf('6')).toBe(0);
    expect(await sold()).toEqual({ '6': 10 });
    expect(await jobs()).toBe(10);
  });

  test('are not split: an order of more than is left is rejected, and a smaller one succeeds', async () => {
    await shop.db.owner.query(`update products set stock = 3 where id = '6'`);
    const [greedy, modest] = await crowd(2, (i) => [
      { product_id: '6', quantity: i === 0 ? 4 : 3 },
    ]);
    if (!greedy || !modest) throw new Error('Two shoppers are needed');

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
    const before = await stocks();
    // Carts share products and are filled in different orders, which provokes deadlocks.
    const buyers = await crowd(40, (i) => {
      const lines = ['1', '2', '3', '4', '5', '6'].map((product_id, n) => ({
        product_id,
        quantity: ((i + n) % 3) + 1,
      }));
      return i % 2 === 0 ? lines : lines.reverse();
    });

    const outcomes = await Promise.all(
      buyers.flatMap((buyer) => [submit(buyer, 'press-key'), submit(buyer, 'press-key')]),
    );

    expect(await deadlocks()).toBe(0); // the shop retries after a deadlock, so the responses would not show it
    expect(new Set(outcomes.map((order) => order.id)).size).toBe(40);
    expect(await count('orders')).toBe(40);
    expect(await jobs()).toBe(40);
    expect(await count('cart_items')).toBe(0);
    const after = await stocks();
    for (const [product, pieces] of Object.entries(await sold())) {
      expect((before[product] ?? 0) - (after[product] ?? 0), `product ${product}`).toBe(pieces);
    }
  });

  test('with scarce stock never buy more than there is', async () => {
    await shop.db.owner.query('update products set stock = 15');
    const buyers = await crowd(30, (i) =>
      ['1', '2', '3'].map((_, n) => ({ product_id: String(((i + n) % 6) + 1), quantity: 2 })),
    );

    const outcomes = await Promise.allSettled(buyers.map((buyer) => submit(buyer, 'scarce-key')));

    const { placed = 0, out_of_stock = 0, ...others } = tally(outcomes);
    expect(others).toEqual({});
    expect(placed + out_of_stock).toBe(30);
    expect(await count('orders')).toBe(placed);
    const left = await stocks();
    const gone = await sold();
    for (const product of Object.keys(left)) {
      expect((left[product] ?? 0) + (gone[product] ?? 0), `product ${product}`).toBe(15);
    }
  });
});

describe('one cart', () => {
  test('submitted 20 times at once with one key: one order, returned 20 times', async () => {
    const [buyer] = await crowd(1, () => [{ product_id: '1', quantity: 2 }]);
    if (!buyer) throw new Error('A shopper is needed');

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(buyer, 'the-same-key')),
    );

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await count('orders')).toBe(1);
    expect(await stockOf('1')).toBe(998);
    expect(await jobs()).toBe(1);
  });

  test('submitted with two keys at once: one order; the other finds the cart empty', async () => {
    for (let round = 0; round < 10; round++) {
      const [buyer] = await crowd(1, () => [{ product_id: '2', quantity: 1 }]);
      if (!buyer) throw new Error('A shopper is needed');
      const outcomes = await Promise.allSettled([
        submit(buyer, 'key-one1'),
        submit(buyer, 'key-two2'),
      ]);
      expect(tally(outcomes)).toEqual({ placed: 1, cart_empty: 1 });
    }
    expect(await count('orders')).toBe(10);
    expect(await stockOf('2')).toBe(990);
    expect(await jobs()).toBe(10);
  });

  test.each([
    ['at the same price', 0],
    ['at a higher price', 1],
  ])('refilled %s between two submissions with one key is still one order', async (_, more) => {
    const [buyer] = await crowd(1, () => [{ product_id: '1', quantity: 1 }]);
    if (!buyer) throw new Error('A shopper is needed');
    const { owner } = shop.db;
    const queue = await holdLock(owner, 'lock table jobs.job_common in exclusive mode');
    const first = submit(buyer, 'two-clicks'); // has written the order, and waits to queue its email
    await untilWaiting(owner, { words: 'insert into jobs.job_common' });
    await owner.query(`update products set price = 499 + $1::int, mrp = 999 where id = '5'`, [
      more,
    ]);
    await fillCart(owner, buyer.shopper, [{ product_id: '5', quantity: 1 }]);
    const second = submit(buyer, 'two-clicks');
    await untilWaiting(owner, { words: 'select from products' });
    await queue.release();

    expect(await second).toEqual(await first);
    expect(await sold()).toEqual({ '1': 1 });
    expect(await count('cart_items')).toBe(1);
    await shop.db.owner.query(`update products set price = 599 where id = '5'`);
  });

  test('filled while its order is being placed keeps the added item and orders what was shown', async () => {
    const [buyer] = await crowd(1, () => [{ product_id: '1', quantity: 1 }]);
    if (!buyer) throw new Error('A shopper is needed');
    const [order] = await Promise.all([
      submit(buyer, 'fill-key'),
      fillCart(shop.db.owner, buyer.shopper, [{ product_id: '3', quantity: 1 }]),
    ]).catch(async (error) => {
      // If the item was added first, the total differs from the one shown, and nothing is ordered.
      expect(error).toMatchObject({ code: 'cart_changed' });
      return [null];
    });
    expect(await sold()).toEqual(order ? { '1': 1 } : {});
    expect(await count('cart_items')).toBe(order ? 1 : 2);
  });
});

describe('a price changed during an order', () => {
  test('an order that waited for the change is rejected with the old and the new price', async () => {
    const [buyer] = await crowd(1, () => [{ product_id: '4', quantity: 1 }]);
    if (!buyer) throw new Error('A shopper is needed');
    const owner = await shop.db.owner.connect();
    await owner.query('begin');
    await owner.query(`update products set price = 949, mrp = 999 where id = '4'`);

    const outcome = failure(submit(buyer, 'price-key'));
    await untilWaiting(shop.db.owner);
    await owner.query('commit');
    owner.release();

    expect(await outcome).toMatchObject({
      code: 'price_changed',
      lines: [{ product_id: '4', price: 899, current_price: 949 }],
    });
    expect(await count('orders')).toBe(0);
    expect(await count('cart_items')).toBe(1);
    expect(await stockOf('4')).toBe(1000);
    await shop.db.owner.query(`update products set price = 899 where id = '4'`);
  });
});

describe('an address deleted during an order', () => {
  test('is answered with address_not_found, and nothing is ordered', async () => {
    const [buyer] = await crowd(1, () => [{ product_id: '4', quantity: 1 }]);
    if (!buyer) throw new Error('A shopper is needed');
    const owner = await shop.db.owner.connect();
    await owner.query('begin');
    await owner.query('delete from addresses where id = $1', [buyer.order.shipping_address_id]);

    const outcome = failure(submit(buyer, 'address-key'));
    await untilWaiting(shop.db.owner);
    await owner.query('commit');
    owner.release();

    expect(await outcome).toMatchObject({ code: 'address_not_found' });
    expect(await count('orders')).toBe(0);
    expect(await count('cart_items')).toBe(1);
  });
});

describe('order numbers', () => {
  test('two hundred generated at once are all distinct and have the documented format', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const { rows } = await shop.pool.query('select generate_order_number() as number');
        return String(rows[0].number);
      }),
    );
    expect(new Set(numbers).size).toBe(200);
    for (const number of numbers) {
      expect(number).toMatch(/^AP-[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{3}$/);
    }
  });

  test('do not reveal the number of orders: consecutive ones are not more alike than random ones', async () => {
    const { rows } = await shop.pool.query<{ number: string }>(
      'select generate_order_number() as number from generate_series(1, 2000)',
    );
    const numbers = rows.map((row) => row.number);
    expect(new Set(numbers).size).toBe(2000);
    const rising = numbers.filter((number, i) => i > 0 && number > (numbers[i - 1] ?? '')).length;
    expect(rising).toBeGreaterThan(850);
    expect(rising).toBeLessThan(1150);
  });
});

type Buyer = { shopper: Shopper; order: NewOrder };

async function crowd(size: number, linesOf: (index: number) => Line[]): Promise<Buyer[]> {
  return Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const shopper = await insertShopper(shop.db.owner);
      return { shopper, order: await readyToOrder(shop.db.owner, shopper, linesOf(index)) };
    }),
  );
}

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

async function count(table: 'orders' | 'cart_items'): Promise<number> {
  const { rows } = await shop.db.owner.query(`select count(*)::int as n from ${table}`);
  return rows[0].n;
}

async function jobs(): Promise<number> {
  const { rows } = await shop.db.owner.query(
    `select count(*)::int as n from jobs.job where name = 'order-confirmation'`,
  );
  return rows[0].n;
}

async function stockOf(product: string): Promise<number | undefined> {
  return (await stocks())[product];
}

async function stocks(): Promise<Record<string, number>> {
  const { rows } = await shop.db.owner.query('select id, stock from products');
  return Object.fromEntries(rows.map(({ id, stock }) => [id, stock]));
}

async function sold(): Promise<Record<string, number>> {
  const { rows } = await shop.db.owner.query(
    'select product_id, sum(quantity)::int as pieces from order_items group by product_id',
  );
  return Object.fromEntries(rows.map(({ product_id, pieces }) => [product_id, pieces]));
}

async function deadlocks(): Promise<number> {
  const { rows } = await shop.db.owner.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0].deadlocks;
}
