import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fillCart, insertShopper, openShopDatabase, readyToOrder } from '#test/shop-database.ts';
import { placeOrder } from './place-order.ts';

const shop = await openShopDatabase();
const { owner } = shop.db;

test('a submission whose duplicate was faster, while the cart was refilled, returns the same order', async () => {
  await owner.query('update products set price = 499'); // the refilled cart has the same total
  const shopper = await insertShopper(owner);
  const order = await readyToOrder(owner, shopper, [{ product_id: '3', quantity: 1 }]);
  const submit = () => placeOrder(shop, shopper, order, 'sent-twice');
  const fill = (product_id: string) => fillCart(owner, shopper, [{ product_id, quantity: 1 }]);

  const elsewhere = await hold(`select from products where id = '3' for update`);
  const slow = submit(); // waits for product 3 before it looks for an earlier order
  await untilWaiting('select from products');
  await owner.query('delete from cart_items where user_id = $1', [shopper.userId]);
  await fill('1');

  const queue = await hold('lock table jobs.job_common in exclusive mode');
  const quick = submit(); // has written the order, and waits to queue its email
  await untilWaiting('job_common');
  await fill('2');

  await elsewhere.commit(); // the slow one continues: it sees product 2, and waits for the cart item of product 1
  await untilWaiting('delete from cart_items');
  await queue.commit();

  expect(await slow).toEqual(await quick);
  const { rows } = await owner.query('select product_id from order_items');
  expect(rows).toEqual([{ product_id: '1' }]);
  const { rows: left } = await owner.query('select product_id from cart_items');
  expect(left).toEqual([{ product_id: '2' }]);
});

/** Runs `sql` in a separate transaction that stays open. */
async function hold(sql: string): Promise<{ commit(): Promise<void> }> {
  const client = await owner.connect();
  await client.query('begin');
  await client.query(sql);
  return {
    async commit() {
      await client.query('commit');
      client.release();
    },
  };
}

/** Resolves when a statement of this database that contains this text waits for a lock. */
async function untilWaiting(words: string): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ query: string }>(
      `select query from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.some(({ query }) => query.includes(words))) return;
    await sleep(5);
  }
}
