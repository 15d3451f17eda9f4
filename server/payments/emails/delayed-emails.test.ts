import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { jobsDone } from '#test/jobs.ts';
import {
  beginPaying,
  openPayingShop,
  type Paying,
  type PayingShop,
  pay,
  verify,
} from '#test/payments.ts';

/** What emails about money say that the mail server did not take at first, when it takes them hours later. */
let shop: PayingShop;
let greylisted: boolean;
let emails: RenderedEmail[];

beforeAll(async () => {
  shop = await openPayingShop(
    {},
    {
      deliverEmail: async (email) => {
        if (greylisted) throw new Error('450 4.2.0 greylisted, try again later');
        emails.push(email);
      },
    },
  );
  await shop.startJobs();
});

beforeEach(() => {
  greylisted = true;
  emails = [];
  shop.loseWebhooks(false);
});

test('a payment is not told as received after its order is cancelled', async () => {
  const { paying } = await paid();
  await untilRefused('payment-received', 'order-confirmation');
  const { body } = await paying.shopper.request('GET', '/api/orders');
  const path = `/api/orders/${body.orders[0].id}/cancellation`;
  expect((await paying.shopper.request('POST', path, {})).status).toBe(200);
  await emailNow();
  expect(toldOf(paying)).toContain('Order # is cancelled');
  expect(toldOf(paying)).not.toContain('Test payment for order #');
});

test('a payment is told as received while its order stands', async () => {
  const { paying } = await paid();
  await untilRefused('payment-received', 'order-confirmation');
  await emailNow();
  expect(toldOf(paying)).toEqual(['Test payment for order #', 'Your order #']);
});

test('a refund is not told as on its way after it is complete, and its email says why it was made', async () => {
  const { paying } = await paid();
  const release = shop.holdRequests('POST', /refund$/);
  await pay(shop, paying, { again: true });
  await shop.settle();
  await untilRefused('refund-started');
  release();
  await shop.settleRefunds();
  await untilRefused('refund-done');
  await emailNow();
  expect(toldOf(paying)).toContain('Refund for order #');
  expect(toldOf(paying)).not.toContain('Your payment for # is being refunded');
  const done = emails.find(({ subject }) => subject.startsWith('Refund for order'));
  expect(done?.text).toContain('The order was already paid.');
});

test('a refund is not told as on its way after it has failed', async () => {
  const { paying } = await paid();
  const second = await pay(shop, paying, { again: true });
  shop.loseWebhooks(true);
  const release = shop.holdRequests('POST', /refund$/);
  await verify(paying.shopper, second);
  await untilRefused('refund-started');
  // Somebody has refunded a part of it elsewhere: the whole is more than is left.
  await shop.rows('update sandbox_gateway.payments set amount_refunded = 10000 where id = $1', [
    second.razorpay_payment_id,
  ]);
  release();
  await shop.settleRefunds();
  await emailNow();
  const { subject } = emails.find(({ to }) => to === 'shop@example.com') ?? {};
  expect(subject).toContain('A refund needs attention');
  expect(toldOf(paying)).not.toContain('Your payment for # is being refunded');
});

async function paid() {
  const paying = await beginPaying(shop);
  await verify(paying.shopper, await pay(shop, paying));
  return { paying };
}

/** The subjects of the emails to a shopper, without the order's number. */
function toldOf({ shopper, begun }: Paying): string[] {
  return emails
    .filter(({ to }) => to === shopper.shopper.email)
    .map(({ subject }) => subject.replace(begun.body.payment.order_number, ''))
    .sort();
}

/** Each of these was tried, and waits for another try, which is not due before the test says so. */
async function untilRefused(...names: string[]): Promise<void> {
  const waiting = new Set(names);
  while (waiting.size > 0) {
    const jobs = await shop.rows<{ name: string }>(
      `update jobs.job set start_after = now() + interval '1 hour'
       where name = any($1) and state = 'retry' returning name`,
      [names],
    );
    for (const { name } of jobs) waiting.delete(name);
    await sleep(20);
  }
}

/** The mail server takes everything now, also what waits for the minute to take a step back. */
async function emailNow(): Promise<void> {
  greylisted = false;
  for (;;) {
    const waiting = await shop.rows(
      `update jobs.job set start_after = now()
       where state = 'retry' or (state = 'created' and name = 'order-mail') returning id`,
    );
    if (waiting.length === 0) break;
    await sleep(50);
  }
  await jobsDone(shop.db.owner);
}
