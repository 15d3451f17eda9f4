import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** What an email says that the shopper's mail server did not take at first. */
let shop: TestShop;
let greylisted = true;
const emails: RenderedEmail[] = [];

beforeAll(async () => {
  shop = await openTestShop({
    deliverEmail: async (email) => {
      if (greylisted) throw new Error('450 4.2.0 greylisted, try again later');
      emails.push(email);
    },
  });
  await shop.startJobs();
});

test('an order that was told as cancelled is not told as placed afterwards', async () => {
  const asha = await shop.newShopper();
  const { body: order } = await submit(asha, await toCheckout(asha, [['1', 1]]));
  await untilRefused();
  expect((await asha.request('POST', `/api/orders/${order.id}/cancellation`, {})).status).toBe(200);
  greylisted = false;
  await shop.db.owner.query(`
    update jobs.job set start_after = now()
    where name in ('order-mail', 'order-confirmation') and state in ('created', 'retry')`);
  await untilNoRetry();
  await jobsDone(shop.db.owner);
  expect(emails.map(({ subject }) => subject)).toEqual([
    `Order #${order.order_number} is cancelled`,
  ]);
});

test('an order whose cancellation is undone is told as placed, once', async () => {
  const owner = await newStaff(shop, 'owner');
  const asha = await shop.newShopper();
  greylisted = true;
  emails.length = 0;
  const { body: order } = await submit(asha, await toCheckout(asha, [['1', 1]]));
  await untilRefused();
  greylisted = false;
  const act = (body: object) =>
    owner.request('POST', `/api/admin/orders/${order.id}/actions`, body);
  expect((await act({ verb: 'cancel', version: 0, reason: 'changed_mind' })).status).toBe(200);
  // However slow the machine is, there is time left to undo it.
  await shop.db.owner.query(
    `update order_events set at = at + interval '1 hour' where order_id = $1`,
    [order.id],
  );
  await shop.db.owner.query(
    `update orders set closed_at = closed_at + interval '1 hour' where id = $1`,
    [order.id],
  );
  const tried = await triesOf(order.id);
  await tryNow(order.id);
  const isTriedAgain = async () => ![tried, 'active'].includes(await triesOf(order.id));
  await expect.poll(isTriedAgain, WAIT).toBe(true);
  expect((await act({ verb: 'undo_cancel', version: 1 })).status).toBe(200);
  await expect.poll(() => tryNow(order.id), WAIT).toBe('completed');
  expect(emails.map(({ subject }) => subject)).toEqual([`Your order #${order.order_number}`]);
});

const WAIT = { timeout: 30_000, interval: 20 };

/** How often the confirmation was tried; else 'active', or 'completed' once it is done. */
async function triesOf(orderId: string): Promise<string> {
  const { rows } = await shop.db.owner.query(
    `select state, retry_count from jobs.job where name = 'order-confirmation' and data ->> 'order_id' = $1`,
    [orderId],
  );
  const [{ state, retry_count }] = rows;
  return state === 'retry' ? `tried ${retry_count}` : state;
}

/** Makes the next attempt due; returns what became of the confirmation. */
async function tryNow(orderId: string): Promise<string> {
  await shop.db.owner.query(
    `update jobs.job set start_after = now()
     where name = 'order-confirmation' and state = 'retry' and data ->> 'order_id' = $1`,
    [orderId],
  );
  return triesOf(orderId);
}

/** The confirmation was tried, and waits for another try, which is not due before the test says so. */
async function untilRefused(): Promise<void> {
  for (;;) {
    const { rowCount } = await shop.db.owner.query(`
      update jobs.job set start_after = now() + interval '1 hour'
      where name = 'order-confirmation' and state = 'retry'`);
    if (rowCount) return;
    await sleep(20);
  }
}

async function untilNoRetry(): Promise<void> {
  for (;;) {
    const { rows } = await shop.db.owner.query(`select from jobs.job where state = 'retry'`);
    if (rows.length === 0) return;
    await sleep(20);
  }
}
