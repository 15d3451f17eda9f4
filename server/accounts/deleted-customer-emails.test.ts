import { beforeAll, expect, test } from 'vitest';
import { queueJob } from '#server/jobs/queue-job.ts';
import { type JobData, type JobName, queuesShownAs } from '#server/jobs/queues.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, send, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';
import { deleteAccount } from './delete-account.ts';

/** Emails to others: the shop, its staff, and guests, whose requests are deleted with their address. */
const TO_OTHERS: string[] = [
  'order-notice',
  'dispute-notice',
  'payment-attention',
  'payment-unanswered',
  'staff-invitation',
  'contact-message',
  'message-answer',
  'newsletter-request',
  'newsletter-test',
  'newsletter-batch',
  'newsletter-letter',
] satisfies JobName[];

let shop: TestShop;
let owner: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await newStaff(shop, 'owner');
});

async function rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
  return (await shop.db.owner.query(sql, values)).rows;
}

test('no queue of emails sends one to a deleted customer', async () => {
  const deleted = await customerWithOrder();
  const kept = await customerWithOrder();
  const client = await shop.db.owner.connect();
  await deleteAccount(client, deleted.email).finally(() => client.release());
  const queued = await queueEveryEmail(deleted);
  expect(await queueEveryEmail(kept)).toEqual(queued);
  expect(queued.toSorted()).toEqual(
    Object.keys(queuesShownAs('mail'))
      .filter((name) => !TO_OTHERS.includes(name))
      .toSorted(),
  );
  await shop.startJobs();
  await jobsDone(shop.db.owner);
  expect(await subjectsTo(kept.email)).toHaveLength(queued.length);
  expect(await subjectsTo(deleted.email)).toEqual([]);
});

async function subjectsTo(email: string): Promise<string[]> {
  const emails = await rows<{ subject: string }>(
    'select subject from demo_emails where recipient = $1 order by subject',
    [email],
  );
  return emails.map(({ subject }) => subject);
}

type Customer = {
  user_id: string;
  email: string;
  order_id: string;
  /** The step about which the customer would get an email. */
  event_id: string;
  refund_id: string;
  sealed: string;
};

/** With a delivered order that came back, a payment that was refunded, and a request to reset the password. */
async function customerWithOrder(): Promise<Customer> {
  const asha = await shop.newShopper();
  const { userId: user_id, email } = asha.shopper;
  const { body: order } = await submit(asha, await toCheckout(asha, [['1', 1]]));
  await rows(`update orders set fulfilment = 'delivered', payment_status = 'paid' where id = $1`, [
    order.id,
  ]);
  const [item] = await rows<{ id: string }>('select id from order_items where order_id = $1', [
    order.id,
  ]);
  const { body: before } = await owner.request('GET', `/api/admin/orders/${order.id}`);
  await owner.request('POST', `/api/admin/orders/${order.id}/actions`, {
    verb: 'receive_return',
    version: before.version,
    returned: [{ item: item?.id, good: 1, damaged: 0 }],
  });
  const [event] = await rows<{ id: string }>(
    `select id::text from order_events where order_id = $1 and kind = 'receive_return'`,
    [order.id],
  );
  const [refund] = await rows<{ id: string }>(
    `with intent as (
       insert into payment_intents (user_id, email, idempotency_key, request_hash, order_number, amount_paise,
         shipping_address, mode, key_id, expires_at, state, holds_stock)
       values ($1, $2, gen_random_uuid(), 'x', generate_order_number(), 49900, '{}', 'live', 'x', now(), 'superseded', false)
       returning id
     ), payment as (
       insert into payments (id, intent_id, user_id, amount_paise, status)
       select 'pay_' || left(replace(id::text, '-', ''), 14), id, $1, 49900, 'captured' from intent returning id
     )
     insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key, status, gateway_refund_id)
     select id, $1, 49900, 'superseded', 'refund-of-' || id, 'processed', 'rfnd_' || substr(id, 5) from payment
     returning id`,
    [user_id, email],
  );
  await send(shop.app, 'POST', '/auth/v1/recover', { email });
  const reset = `select data ->> 'sealed' as sealed from jobs.job where name = 'auth-mail' and data ->> 'user_id' = $1`;
  await expect.poll(() => rows(reset, [user_id])).toHaveLength(1);
  const [{ sealed = '' } = {}] = await rows<{ sealed: string }>(reset, [user_id]);
  await rows('delete from jobs.job where data ->> $1 = $2', ['user_id', user_id]);
  return {
    user_id,
    email,
    order_id: order.id,
    event_id: event?.id ?? '',
    refund_id: refund?.id ?? '',
    sealed,
  };
}

/** One job in each queue of emails to customers; returns the names of the queues. */
async function queueEveryEmail(customer: Customer): Promise<string[]> {
  const { user_id, email, order_id, event_id, refund_id, sealed } = customer;
  const refund = { user_id, email, order_number: 'AP-AAA-AAA', amount: 49900, refund_id };
  // As if the gateway had refused it at first: only of a refund under way is the beginning told.
  await rows(`update refunds set status = 'pending' where id = $1`, [refund_id]);
  await queue('order-confirmation', { user_id, email, order_id });
  await queue('order-mail', { user_id, order_id, event_id });
  await queue('order-mail-again', { user_id, order_id, event_id: null, sent_id: event_id });
  await queue('payment-received', { user_id, email, order_id });
  await queue('refund-started', { ...refund, reason: 'superseded' });
  await queue('refund-done', refund);
  await queue('auth-mail', { id: crypto.randomUUID(), user_id, sealed });
  const queued = await rows<{ name: string }>(
    `select name from jobs.job where data ->> 'user_id' = $1 order by name`,
    [user_id],
  );
  return queued.map(({ name }) => name);
}

async function queue<N extends JobName>(name: N, data: JobData[N]): Promise<void> {
  const { text, values } = queueJob(name, data);
  await rows(text, values);
}
