import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProcesses } from '#test/chaos/processes.ts';
import { beginPaying, openPayingShop, pay } from '#test/payments.ts';
import { TIMING } from './context.ts';

test('a process killed in the middle of finalize changes nothing; the next one places the order', async () => {
  const shop = await openPayingShop();
  shop.loseWebhooks(true);
  const paying = await beginPaying(shop, [['1', 2]]);
  await pay(shop, paying);
  const { host, port, user, database } = shop.db.connection;
  const processes = await startProcesses(1, {
    connection: { host: host ?? '', port: port ?? 0, user: user ?? '', database: database ?? '' },
    gateway: shop.settings,
    sandboxUrl: shop.sandbox.url,
    timing: { ...TIMING, retry: 0.1 },
  });
  const owner = await shop.db.owner.connect();
  try {
    await owner.query('begin; lock table order_items in exclusive mode');
    await shop.makeDue(paying.id);
    await until(async () => waiting());
    processes.killOne(0);
    await until(async () => processes.url(() => 0) === undefined);
    expect(await found()).toEqual([{ state: 'open', holds_stock: true, orders: 0, payments: 0 }]);
    await owner.query('commit');
    await until(async () => {
      await shop.makeDue(paying.id); // a job that failed with its process waits some seconds more
      return (await found())[0]?.orders === 1;
    });
    expect(await found()).toEqual([
      { state: 'completed', holds_stock: false, orders: 1, payments: 1 },
    ]);
    expect(processes.kills()).toBe(1);
  } finally {
    await owner.query('rollback');
    owner.release();
    await processes.stop();
  }

  async function waiting(): Promise<boolean> {
    const rows = await shop.rows(`select from pg_locks
      where not granted and relation = 'order_items'::regclass`);
    return rows.length > 0;
  }

  function found() {
    return shop.rows(
      `select state, holds_stock,
         (select count(*) from orders where intent_id = i.id)::int as orders,
         (select count(*) from payments where intent_id = i.id)::int as payments
       from payment_intents i where id = $1`,
      [paying.id],
    );
  }
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}
