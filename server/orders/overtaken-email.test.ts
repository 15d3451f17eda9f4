import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { HOME, submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** A step whose email was left out because of a later one, which is then undone. */
let shop: TestShop;
let owner: TestShopper;
let courier: string;
let emails: RenderedEmail[] = [];

beforeAll(async () => {
  shop = await openTestShop({ deliverEmail: async (email) => void emails.push(email) });
  owner = await newStaff(shop, 'owner');
  courier = (await shop.db.owner.query('select id from couriers limit 1')).rows[0].id;
  await shop.startJobs();
});

let order: { id: string; order_number: string };
let version: number;
beforeEach(async () => {
  const asha = await shop.newShopper();
  order = (await submit(asha, await toCheckout(asha, [['1', 1]]))).body;
  version = 0;
  await jobsDone(shop.db.owner);
  emails = [];
});

async function act(verb: string, more: object = {}): Promise<void> {
  const path = `/api/admin/orders/${order.id}/actions`;
  const { status, body } = await owner.request('POST', path, { verb, version, ...more });
  if (status !== 200) throw new Error(JSON.stringify(body));
  version += 1;
}

const handOver = () =>
  act('hand_over', { courier, tracking_number: `DL-${order.order_number.slice(3)}` });

/** As if the minute to take a step back had passed. */
async function send(): Promise<void> {
  await jobsDone(shop.db.owner);
  await shop.db.owner.query(
    `update jobs.job set start_after = now() where name = 'order-mail' and state = 'created'`,
  );
  await jobsDone(shop.db.owner);
}

const told = () => emails.map(({ subject }) => subject.replace(`#${order.order_number} `, ''));
const ON_ITS_WAY = 'Order is on its way';

test.each([
  ['deliver', 'undeliver', 'Order was delivered'],
  ['lose', 'undo_lose', 'Order was lost on its way'],
  ['return_to_origin', 'undo_return_to_origin', null],
])(
  'after %s by mistake, the shopper still gets the courier and the number, once',
  async (step, undo, mistake) => {
    await handOver();
    await act(step);
    await send();
    expect(told()).toEqual(mistake === null ? [] : [mistake]);
    emails = [];
    await act(undo);
    await send();
    await send();
    expect(told()).toEqual([ON_ITS_WAY]);
    expect(emails[0]?.text).toContain(`DL-${order.order_number.slice(3)}`);
  },
);

test('a mistake that is undone before any email leaves is not told, and the step before it once', async () => {
  await handOver();
  await act('deliver');
  await act('undeliver');
  await send();
  await send();
  expect(told()).toEqual([ON_ITS_WAY]);
});

test('what was told before the mistake is not told again after it', async () => {
  await handOver();
  await send();
  await act('deliver');
  await act('undeliver');
  await send();
  expect(told()).toEqual([ON_ITS_WAY]);
});

test.each([
  ['is promised to who paid in cash', false, true],
  ['is not promised for a return that the owner refunds nothing for', true, false],
])('after a return, money %s', async (_, declined, promised) => {
  await handOver();
  await act('deliver');
  await send();
  emails = [];
  const { body } = await owner.request('GET', `/api/admin/orders/${order.id}`);
  await act('receive_return', {
    returned: [{ item: body.order_items[0].id, good: 1, damaged: 0 }],
  });
  if (declined) await act('decline_refund', { reason: 'opened' });
  await send();
  expect(told()).toEqual(['Your return of order has arrived']);
  expect(emails[0]?.text.includes('UPI')).toBe(promised);
});

test('a confirmed order that was handed over by mistake is told as confirmed', async () => {
  await act('confirm');
  await handOver();
  await send();
  emails = [];
  await act('take_back');
  await send();
  expect(told()).toEqual(['Order is confirmed']);
});

test('an address that was corrected before a cancellation by mistake is told', async () => {
  const path = `/api/admin/orders/${order.id}/address`;
  const corrected = { ...HOME, address_line1: '14 Hill Road', version };
  expect((await owner.request('PATCH', path, corrected)).status).toBe(200);
  version += 1;
  await act('cancel', { reason: 'changed_mind' });
  // Its minute is over while the cancellation stands, whose own email waits, however slow the machine is.
  await shop.db.owner.query(
    `update jobs.job set start_after = now() + case kind when 'cancel' then interval '1 hour' else interval '0' end
     from order_events event
     where name = 'order-mail' and job.data ->> 'order_id' = $1 and event.id = (job.data ->> 'event_id')::bigint`,
    [order.id],
  );
  await jobsDone(shop.db.owner);
  expect(told()).toEqual([]);
  await shop.db.owner.query('update orders set closed_at = now() where id = $1', [order.id]);
  await act('undo_cancel');
  await send();
  await send();
  expect(emails).toMatchObject([
    { subject: `The address of order #${order.order_number} was corrected` },
  ]);
});
