import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { expect, test } from 'vitest';
import type { CheckoutTerms } from '#domain/decide-checkout.ts';
import type { Shopper } from '#server/shopper.ts';
import { holdLock, untilWaiting } from '#test/locks.ts';
import {
  failure,
  fillCart,
  insertShopper,
  openShopDatabase,
  readyToOrder,
} from '#test/shop-database.ts';
import { placeOrder } from './place-order.ts';

const shop = await openShopDatabase({ timeouts: LONG_TIMEOUTS });

const limitedTo = (terms: CheckoutTerms) => ({ ...shop, terms: () => terms });

/** A shopper with so many of product 1 in the cart, and their order. */
async function ready(quantity = 1, shopper?: Shopper) {
  const who = shopper ?? (await insertShopper(shop.db.owner));
  const order = await readyToOrder(shop.db.owner, who, [{ product_id: '1', quantity }]);
  const fill = (product_id = '1') => fillCart(shop.db.owner, who, [{ product_id, quantity: 1 }]);
  return { who, order, fill };
}

const query = async (sql: string, values: unknown[]) =>
  (await shop.db.owner.query(sql, values)).rows;
const cartOf = ({ userId }: Shopper) =>
  query('select quantity from cart_items where user_id = $1', [userId]);

test.each([
  [true, /pay (this one )?online/, /write to us/],
  [false, /write to us/, /online/],
])('a limit says what to do instead: paysOnline %s', async (paysOnline, said, unsaid) => {
  const ordering = { ...limitedTo({ maxTotal: 998, openOrders: 1 }), paysOnline };
  const who = await insertShopper(shop.db.owner);
  const refusal = async (quantity: number, key: string) => {
    const { order } = await ready(quantity, who);
    const error = await failure(placeOrder(ordering, who, order, key));
    expect(error).toMatchObject({ code: 'cash_limit', message: expect.stringMatching(said) });
    expect(error).not.toMatchObject({ message: expect.stringMatching(unsaid) });
    return error;
  };
  await refusal(3, 'a-large-order');
  await query('delete from cart_items where user_id = $1', [who.userId]);
  await placeOrder(ordering, who, (await ready(2, who)).order, 'at-the-limit');
  expect(await refusal(1, 'second-order')).toMatchObject({
    message: expect.stringContaining('You have 1 cash order on its way.'),
  });
});

test('what is not taken for cash from a blocked shopper cancels no open payment', async () => {
  const cancelled: string[] = [];
  const cancelPayment = async ({ userId }: Shopper) => void cancelled.push(userId);
  const ordering = { ...shop, paysOnline: true, cancelPayment };
  const { who, order, fill } = await ready();
  const placed = await placeOrder(ordering, who, order, 'before-the-block');
  await query('insert into cash_blocks (user_id) values ($1)', [who.userId]);
  expect(await placeOrder(ordering, who, order, 'before-the-block')).toEqual(placed);
  await fill();
  expect(await failure(placeOrder(ordering, who, order, 'after-the-block'))).toMatchObject({
    code: 'cash_limit',
    message:
      'Cash on delivery is not available for your account. Please pay online, or write to us.',
  });
  expect(await cartOf(who)).toEqual([{ quantity: 1 }]);
  // The others are not concerned.
  const bina = await ready();
  await placeOrder(ordering, bina.who, bina.order, 'of-somebody-else');
  expect(cancelled).toEqual([]);
});

test('a cash order above the limit is rolled back; after a delivery the next one is accepted', async () => {
  const limited = limitedTo({ openOrders: 2 });
  const { who, order, fill } = await ready();
  for (const key of ['first-order', 'second-order']) {
    await placeOrder(limited, who, order, key);
    await fill();
  }
  expect(await failure(placeOrder(limited, who, order, 'third-order'))).toMatchObject({
    code: 'cash_limit',
    message: expect.stringContaining('2 cash orders'),
  });
  expect(await cartOf(who)).toEqual([{ quantity: 1 }]);
  await query(
    `update orders set fulfilment = 'delivered' where user_id = $1 and idempotency_key = 'first-order'`,
    [who.userId],
  );
  expect(await placeOrder(limited, who, order, 'third-order')).toMatchObject({
    total_amount: 499,
  });
});

test('two concurrent orders cannot both use the last free place', async () => {
  const limited = limitedTo({ openOrders: 1 });
  const { who, order, fill } = await ready();
  const { owner } = shop.db;
  const cart = await holdLock(owner, 'select from cart_items where user_id = $1 for update', [
    who.userId,
  ]);
  // Has written the order, and waits to empty the cart.
  const first = placeOrder(limited, who, order, 'the-first-order');
  await untilWaiting(owner, { words: 'with line as' });
  await fill('2');
  const other = failure(
    placeOrder(limited, who, { ...order, total_amount: 799 }, 'the-other-order'),
  );
  await untilWaiting(owner, { words: 'hashtextextended' });
  await cart.release();
  await first;
  expect(await other).toMatchObject({ code: 'cash_limit' });
  expect(
    await query('select idempotency_key from orders where user_id = $1', [who.userId]),
  ).toEqual([{ idempotency_key: 'the-first-order' }]);
});
