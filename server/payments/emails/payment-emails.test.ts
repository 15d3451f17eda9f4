import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { queuesShownAs } from '#server/jobs/queues.ts';
import { jobsDone } from '#test/jobs.ts';
import {
  beginPaying,
  openPayingShop,
  type Paying,
  paidOrder,
  pay,
  payAgain,
  refundInDashboard,
  verify,
} from '#test/payments.ts';

/** Whether the mail server refuses everything at first, and takes it hours later. */
let greylisted = false;
let emails: RenderedEmail[] = [];
const shop = await openPayingShop(
  {},
  {
    timeouts: LONG_TIMEOUTS,
    deliverEmail: async (email) => {
      if (greylisted) throw new Error('450 4.2.0 greylisted, try again later');
      emails.push(email);
    },
  },
);
await shop.startJobs();

beforeEach(() => {
  greylisted = false;
  emails = [];
  shop.loseWebhooks(false);
});

/** Lets the shop learn of everything, but asks the gateway for no refund yet. */
const settleButRefunds = () => shop.settle(['payment-event', 'payment-check']);
/** To this shopper: what another test's order still causes is told to somebody else. */
const emailAbout = ({ shopper }: Paying, subject: string) =>
  emails.find((email) => email.to === shopper.shopper.email && email.subject.startsWith(subject));
const untilTold = (paying: Paying, subject: string) =>
  expect.poll(() => emailAbout(paying, subject)).toBeDefined();

/** The subjects of the emails to a shopper, without the order's number. */
function toldOf({ shopper, begun }: Paying): string[] {
  return emails
    .filter(({ to }) => to === shopper.shopper.email)
    .map(({ subject }) => subject.replace(begun.body.payment.order_number, ''))
    .sort();
}

test('a shopper who pays twice gets emails about the order, the payment and the second payment’s refund', async () => {
  const paying = await beginPaying(shop, [['1', 2]]);
  const paid = await pay(shop, paying);
  await Promise.all([verify(paying.shopper, paid), verify(paying.shopper, paid)]);
  await pay(shop, paying, { again: true });
  await settleButRefunds();
  await untilTold(paying, 'Your payment for');
  await shop.settle();
  await jobsDone(shop.db.owner);

  expect(emails.every(({ to }) => to === paying.shopper.shopper.email)).toBe(true);
  expect(toldOf(paying)).toEqual([
    'Refund for order #',
    'Test payment for order #',
    'Your order #',
    'Your payment for # is being refunded',
  ]);
  for (const [subject, words] of [
    ['Your order', 'Payment: Online Payment (Razorpay)'],
    ['Test payment', 'a test payment of ₹998.00'],
    ['Your payment', 'The order was already paid.'],
    ['Refund for', '₹998.00'],
  ] as const)
    expect(emailAbout(paying, subject)?.text).toContain(words);
});

describe('what the mail server took hours later tells', () => {
  beforeEach(() => {
    greylisted = true;
  });

  const EMAILS = Object.keys(queuesShownAs('mail'));
  const unsent = (names: string[]) =>
    shop.rows<{ name: string; state: string }>(
      `select distinct name, state from jobs.job
       where name = any($1) and state in ('created', 'active', 'retry') order by name, state`,
      [names],
    );

  /** All of these were tried, and wait for another try, which is not due before the test says so. */
  async function untilRefused(...names: string[]): Promise<void> {
    const refused = names.toSorted().map((name) => ({ name, state: 'retry' }));
    const tried = async () => {
      await shop.rows(
        `update jobs.job set start_after = now() + interval '1 hour' where name = any($1) and state = 'retry'`,
        [names],
      );
      return unsent(names);
    };
    await expect.poll(tried).toEqual(refused);
  }

  /** The mail server takes everything now, also what it is just refusing, and what waits for the minute to take a step back. */
  async function emailNow(): Promise<void> {
    greylisted = false;
    const sent = async () => {
      await shop.rows(
        `update jobs.job set start_after = now()
         where name = any($1) and (state = 'retry' or (state = 'created' and name = 'order-mail'))`,
        [EMAILS],
      );
      return unsent(EMAILS);
    };
    await expect.poll(sent).toEqual([]);
  }

  test('no payment as received after its order is cancelled, and one whose order stands', async () => {
    const { paying, shopper, order } = await paidOrder(shop);
    const { paying: other } = await paidOrder(shop);
    await untilRefused('payment-received', 'order-confirmation');
    const path = `/api/orders/${order}/cancellation`;
    expect((await shopper.request('POST', path, {})).status).toBe(200);
    await emailNow();
    expect(toldOf(paying)).toContain('Order # is cancelled');
    expect(toldOf(paying)).not.toContain('Test payment for order #');
    expect(toldOf(other)).toEqual(['Test payment for order #', 'Your order #']);
  });

  test('no refund as on its way after it is complete, and why it was made', async () => {
    const { paying } = await paidOrder(shop);
    await pay(shop, paying, { again: true });
    await settleButRefunds();
    await untilRefused('refund-started');
    await shop.settle();
    await untilRefused('refund-done');
    await emailNow();
    expect(toldOf(paying)).toContain('Refund for order #');
    expect(toldOf(paying)).not.toContain('Your payment for # is being refunded');
    expect(emailAbout(paying, 'Refund for order')?.text).toContain('The order was already paid.');
  });

  test('no refund as on its way after it has failed', async () => {
    const { paying, shopper } = await paidOrder(shop);
    const second = await payAgain(shop, paying);
    await verify(shopper, second);
    await untilRefused('refund-started');
    await refundInDashboard(shop, second, 10_000); // the whole is more than is left
    await shop.settle();
    await emailNow();
    const subject = `A refund needs attention: ${second.razorpay_payment_id}`;
    expect(emails.filter((email) => email.subject === subject)).toMatchObject([
      { to: 'shop@example.com' },
    ]);
    expect(toldOf(paying)).not.toContain('Your payment for # is being refunded');
  });
});
