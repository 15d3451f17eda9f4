import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { expect, test } from 'vitest';
import { holdLock, untilWaiting } from '#test/locks.ts';
import { fillCart, insertShopper, openShopDatabase, readyToOrder } from '#test/shop-database.ts';
import { placeOrder } from './place-order.ts';

// A statement that gave up its lock on a slow machine would be sent again after the others, in another order.
const shop = await openShopDatabase({ timeouts: LONG_TIMEOUTS });
const { owner } = shop.db;

test('a submission whose duplicate was faster, while the cart was refilled, returns the same order', async () => {
  await owner.query('update products set price = 499'); // the refilled cart has the same total
  const shopper = await insertShopper(owner);
  const order = await readyToOrder(owner, shopper, [{ product_id: '3', quantity: 1 }]);
  const submit = () => placeOrder(shop, shopper, order, 'sent-twice');
  const fill = (product_id: string) => fillCart(owner, shopper, [{ product_id, quantity: 1 }]);

  const elsewhere = await holdLock(owner, `select from products where id = '3' for update`);
  const slow = submit(); // waits for product 3 before it looks for an earlier order
  await untilWaiting(owner, { words: 'select from products' });
  await owner.query('delete from cart_items where user_id = $1', [shopper.userId]);
  await fill('1');

  const queue = await holdLock(owner, 'lock table jobs.job_common in exclusive mode');
  const quick = submit(); // has written the order, and waits to queue its email
  await untilWaiting(owner, { words: 'insert into jobs.job_common' });
  await fill('2');

  await elsewhere.release(); // the slow one continues: it sees product 2, and waits for the cart item of product 1
  await untilWaiting(owner, { words: 'delete from cart_items' });
  await queue.release();

  expect(await slow).toEqual(await quick);
  const { rows } = await owner.query('select product_id from order_items');
  expect(rows).toEqual([{ product_id: '1' }]);
  const { rows: left } = await owner.query('select product_id from cart_items');
  expect(left).toEqual([{ product_id: '2' }]);
});
