import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeAll, expect, test } from 'vitest';
import { watchDeadlocks } from '#test/deadlocks.ts';
import { untilWaiting } from '#test/locks.ts';
import {
  insertShopper,
  openShopDatabase,
  readyToOrder,
  type ShopDatabase,
} from '#test/shop-database.ts';
import { placeOrder } from './place-order.ts';

let shop: ShopDatabase;

beforeAll(async () => {
  shop = await openShopDatabase({ timeouts: LONG_TIMEOUTS });
});

test('two shoppers who wait for the same product’s lock do not deadlock', async () => {
  const { owner } = shop.db;
  const deadlocks = watchDeadlocks();
  const orders = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const shopper = await insertShopper(owner);
      const order = await readyToOrder(owner, shopper, [{ product_id: '1', quantity: 1 }]);
      return () => placeOrder(shop, shopper, order, `the-${name}-key`);
    }),
  );
  // One transaction is adding the product to a cart, another one is about to buy it.
  const [filling, buying] = await Promise.all([owner.connect(), owner.connect()]);
  await filling.query('begin');
  await filling.query(`select from products where id = '1' for key share`);
  await buying.query('begin');
  await buying.query(`update products set stock = stock - 1 where id = '1'`);

  const placing = Promise.all(orders.map((place) => place()));
  await untilWaiting(owner, { count: 2 });
  await buying.query('commit');
  expect(await placing).toHaveLength(2);
  await filling.query('commit');
  filling.release();
  buying.release();
  expect(deadlocks()).toBe(0);
});
