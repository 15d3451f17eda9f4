import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fillCart, insertShopper, openShopDatabase, readyToOrder } from '#test/shop-database.ts';
import { placeOrder } from './place-order.ts';

const shop = await openShopDatabase();
const { owner } = shop.db;

test('a submission that was overtaken by itself, while the cart was filled again, answers with the one order', async () => {
  await owner.query('update products set price = 499'); // another cart comes to the same total
  const shopper = await insertShopper(owner);
  const order = await readyToOrder(owner, shopper, [{ product_id: '3', quantity: 1 }]);
  const submit = () => placeOrder(shop, shopper, order, 'sent-twice');
  const fill = (product_id: string) => fillCart(owner, shopper, [{ product_id, quantity: 1 }]);

  const elsewhere = await hold(`select from products where id = '3' for update`);
  const slow = submit(); // waits for product 3, and has not looked for an earlier order yet
  await untilWaiting('select from products');
  await owner.query('delete from cart_items where user_id = $1', [shopper.userId]);
  await fill('1');

  const queue = await hold('lock table jobs.job_common in exclusive mode');
  const quick = submit(); // has written the order, and waits to queue its mail
  await untilWaiting('job_common');
  await fill('2');

  await elsewhere.commit(); // the slow one goes on: it sees product 2, and waits for the line of product 1
  await untilWaiting('delete from cart_items');
  await queue.commit();

  expect(await slow).toEqual(await quick);
  const { rows } = await owner.query('select product_id from order_items');
  expect(rows).toEqual([{ product_id: '1' }]);
  const { rows: left } = await owner.query('select product_id from cart_items');
  expect(left).toEqual([{ product_id: '2' }]);
});

/** Runs `sql` in a transaction of its own that stays open. */
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

/** Resolves as soon as a statement of this database with these words waits for a lock. */
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
