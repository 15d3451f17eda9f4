import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeAll, expect, test } from 'vitest';
import type { CashLimits } from '#server/environment/order-limits.ts';
import type { Shopper } from '#server/shopper.ts';
import { holdLock, untilWaiting } from '#test/locks.ts';
import {
  fillCart,
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

async function ready(shopper: Shopper, quantity: number) {
  return readyToOrder(shop.db.owner, shopper, [{ product_id: '1', quantity }]);
}

test('an order above the limit is not taken for cash, one at the limit is', async () => {
  const limited = { ...shop, cashLimits: () => ({ maxTotal: 998, openOrders: null }) };
  const asha = await insertShopper(shop.db.owner);
  const large = await ready(asha, 3);
  await expect(placeOrder(limited, asha, large, 'a-large-order')).rejects.toMatchObject({
    code: 'cash_limit',
  });
  const bina = await insertShopper(shop.db.owner);
  expect(await placeOrder(limited, bina, await ready(bina, 2), 'a-small-order')).toMatchObject({
    total_amount: 998,
  });
});

test('whoever cannot pay online is not told to', async () => {
  const limited = { ...shop, cashLimits: () => ({ maxTotal: 998, openOrders: 1 }) };
  for (const [paysOnline, said, unsaid] of [
    [true, /pay (this one )?online/, /write to us/],
    [false, /write to us/, /online/],
  ] as const) {
    const asha = await insertShopper(shop.db.owner);
    const ordering = { ...limited, paysOnline };
    const refusal = async (quantity: number, key: string) => {
      const order = await ready(asha, quantity);
      const error = await placeOrder(ordering, asha, order, key).catch((e) => e);
      expect(error).toMatchObject({ code: 'cash_limit' });
      expect(error.message).toMatch(said);
      expect(error.message).not.toMatch(unsaid);
      return error.message;
    };
    await refusal(3, 'a-large-order');
    await shop.db.owner.query('delete from cart_items where user_id = $1', [asha.userId]);
    await placeOrder(ordering, asha, await ready(asha, 1), 'first-order');
    expect(await refusal(1, 'second-order')).toContain('You have 1 cash order on its way.');
  }
});

test('from a shopper whom the shop blocked no order is taken for cash, and none of their payments cancelled', async () => {
  let cancelled = 0;
  const asha = await insertShopper(shop.db.owner);
  const order = await ready(asha, 1);
  const ordering = {
    ...shop,
    paysOnline: true,
    cancelOpenPayment: async () => {
      cancelled += 1;
      return true;
    },
  };
  const placed = await placeOrder(ordering, asha, order, 'before-the-block');
  await shop.db.owner.query('insert into cash_blocks (user_id) values ($1)', [asha.userId]);
  expect(await placeOrder(ordering, asha, order, 'before-the-block')).toEqual(placed);
  await fillCart(shop.db.owner, asha, [{ product_id: '1', quantity: 1 }]);
  await expect(placeOrder(ordering, asha, order, 'after-the-block')).rejects.toMatchObject({
    code: 'cash_limit',
    message:
      'Cash on delivery is not available for your account. Please pay online, or write to us.',
  });
  expect(cancelled).toBe(0);
  const { rows } = await shop.db.owner.query('select quantity from cart_items where user_id = $1', [
    asha.userId,
  ]);
  expect(rows).toEqual([{ quantity: 1 }]);
  // The others are not concerned.
  const bina = await insertShopper(shop.db.owner);
  await placeOrder(ordering, bina, await ready(bina, 1), 'of-somebody-else');
});

test('an order that was placed is returned to whoever sends it again, though the limits are lower by now', async () => {
  let limits: CashLimits = { maxTotal: null, openOrders: null };
  const limited = { ...shop, cashLimits: () => limits };
  const asha = await insertShopper(shop.db.owner);
  const order = await ready(asha, 3);
  const placed = await placeOrder(limited, asha, order, 'a-lost-answer');
  for (const lower of [
    { maxTotal: 1, openOrders: null },
    { maxTotal: null, openOrders: 0 },
  ]) {
    limits = lower;
    expect(await placeOrder(limited, asha, order, 'a-lost-answer')).toEqual(placed);
  }
});

test('a cash order above the limit cancels no open payment, which may hold the stock that it lacks', async () => {
  let cancelled = 0;
  const limited = {
    ...shop,
    cashLimits: () => ({ maxTotal: 998, openOrders: null }),
    cancelOpenPayment: async () => {
      cancelled += 1;
      return true;
    },
  };
  const asha = await insertShopper(shop.db.owner);
  const order = await ready(asha, 3);
  await shop.db.owner.query(`update products set stock = 2 where id = '1'`);
  const refused = placeOrder(limited, asha, order, 'beside-a-payment');
  await expect(refused).rejects.toMatchObject({ code: 'cash_limit' });
  expect(cancelled).toBe(0);
  await shop.db.owner.query(`update products set stock = 100 where id = '1'`);
});

test('a cash order above the limit is rolled back; after a delivery the next one is accepted', async () => {
  const limited = { ...shop, cashLimits: () => ({ maxTotal: null, openOrders: 2 }) };
  const asha = await insertShopper(shop.db.owner);
  const order = await ready(asha, 1);
  await placeOrder(limited, asha, order, 'first-order');
  await fillCart(shop.db.owner, asha, [{ product_id: '1', quantity: 1 }]);
  await placeOrder(limited, asha, order, 'second-order');
  await fillCart(shop.db.owner, asha, [{ product_id: '1', quantity: 1 }]);
  await expect(placeOrder(limited, asha, order, 'third-order')).rejects.toMatchObject({
    code: 'cash_limit',
    message: expect.stringContaining('2 cash orders'),
  });
  const of = { values: [asha.userId] };
  const cart = await shop.db.owner.query({
    text: 'select quantity from cart_items where user_id = $1',
    ...of,
  });
  expect(cart.rows).toEqual([{ quantity: 1 }]);
  await shop.db.owner.query({
    text: `update orders set fulfilment = 'delivered' where user_id = $1 and idempotency_key = 'first-order'`,
    ...of,
  });
  expect(await placeOrder(limited, asha, order, 'third-order')).toMatchObject({
    total_amount: 499,
  });
});

test('two concurrent orders cannot both use the last free place', async () => {
  const cashLimits = () => ({ maxTotal: null, openOrders: 1 });
  const asha = await insertShopper(shop.db.owner);
  const order = await ready(asha, 1);
  const { owner } = shop.db;
  const queue = await holdLock(owner, 'lock table jobs.job_common in exclusive mode');
  // Has written the order, and waits to queue its email.
  const first = placeOrder({ ...shop, cashLimits }, asha, order, 'the-first-order');
  await untilWaiting(owner, { words: 'insert into jobs.job_common' });
  await fillCart(owner, asha, [{ product_id: '2', quantity: 1 }]);
  const second = { ...order, total_amount: 799 };
  const other = placeOrder({ ...shop, cashLimits }, asha, second, 'the-other-order').catch(
    (e) => e,
  );
  await untilWaiting(owner, { words: 'select from products' });
  await queue.release();
  await first;
  expect(await other).toMatchObject({ code: 'cash_limit' });
  const of = { values: [asha.userId] };
  const { rows } = await shop.db.owner.query({
    text: 'select idempotency_key from orders where user_id = $1',
    ...of,
  });
  expect(rows).toEqual([{ idempotency_key: 'the-first-order' }]);
});
