import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

/** What a mail says that the shopper's mail server did not take at first. */
let shop: TestShop;
let greylisted = true;
const mails: RenderedEmail[] = [];

beforeAll(async () => {
  shop = await openTestShop({
    deliverEmail: async (mail) => {
      if (greylisted) throw new Error('450 4.2.0 greylisted, try again later');
      mails.push(mail);
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
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Order #${order.order_number} is cancelled`,
  ]);
});

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
