import { Batch } from '@aparajita/postgres/batch';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { insertShopper, openShopDatabase, readyToOrder } from '#test/shop-database.ts';
import { placeOrder } from './place-order.ts';

const shop = await openShopDatabase();
const { owner } = shop.db;

/** What is sent to the database while `work` runs: its statements, one list for each round trip. */
async function sentDuring(work: () => Promise<unknown>): Promise<string[][]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([first]: unknown[]) =>
      first instanceof Batch ? first.statements.map(({ text }) => text.trim()) : [String(first)],
    );
  } finally {
    query.mockRestore();
  }
}

async function order(key: string) {
  const asha = await insertShopper(owner);
  const wanted = await readyToOrder(owner, asha, [{ product_id: '1', quantity: 1 }]);
  return () => placeOrder({ ...shop, unpaidLimit: 30 }, asha, wanted, key);
}

test('an order, its email’s job and the commit are sent in one round trip', async () => {
  await (await order('opens-a-connection'))();
  const [only, ...more] = await sentDuring(await order('the-only-one'));
  expect(more).toEqual([]);
  expect(only?.at(0)).toBe('begin');
  expect(only?.some((text) => /insert into jobs\.job_common/i.test(text))).toBe(true);
  expect(only?.at(-1)).toBe('commit');
});

test('an order that cannot be placed so leaves nothing, and the job of no email', async () => {
  const asha = await insertShopper(owner);
  const wanted = await readyToOrder(owner, asha, [{ product_id: '1', quantity: 31 }]);
  const { rows: before } = await owner.query('select count(*) from jobs.job');
  await expect(
    placeOrder({ ...shop, unpaidLimit: 30 }, asha, wanted, 'too-many'),
  ).rejects.toMatchObject({ code: 'unpaid_limit' });
  expect((await owner.query('select count(*) from jobs.job')).rows).toEqual(before);
  const { rows } = await owner.query('select from orders where user_id = $1', [asha.userId]);
  expect(rows).toEqual([]);
});

test('an order whose email cannot be queued, because a new version has renamed the queue, is not placed', async () => {
  const ordered = () => owner.query('select count(*) from orders');
  const { rows: before } = await ordered();
  await owner.query(`
    delete from jobs.job where name = 'order-confirmation';
    delete from jobs.queue where name = 'order-confirmation'`);
  await expect((await order('without-an-email'))()).rejects.toMatchObject({ code: '23502' });
  expect((await ordered()).rows).toEqual(before);
});
