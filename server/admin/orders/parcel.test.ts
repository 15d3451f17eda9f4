import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { refused, submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** The courier and number of a parcel, corrected by staff after the hand-over. */
let shop: TestShop;
let owner: TestShopper;
let packer: TestShopper;
let accountant: TestShopper;
let asha: TestShopper;
let delivered: RenderedEmail[] = [];
let couriers: { id: string; name: string }[];

beforeAll(async () => {
  shop = await openTestShop({ deliverEmail: async (email) => void delivered.push(email) });
  owner = await newStaff(shop, 'owner');
  packer = await newStaff(shop, 'packer');
  accountant = await newStaff(shop, 'accountant');
  asha = await shop.newShopper();
  couriers = (
    await shop.db.owner.query(
      `select id, name from couriers where active and numbered and tracking_url is not null order by name limit 2`,
    )
  ).rows;
  await shop.startJobs();
});

let id: string;
let order: string;
let former: string;
beforeEach(async () => {
  ({ id, order_number: order } = (await submit(asha, await toCheckout(asha, [['1', 1]]))).body);
  former = `OLD${id.slice(0, 8)}`.toUpperCase();
  await act(0, 'hand_over', { courier: couriers[0]?.id, tracking_number: former });
});

const act = (version: number, verb: string, more: object = {}) =>
  owner.request('POST', `/api/admin/orders/${id}/actions`, { verb, version, ...more });
const numberOf = (prefix: string) => `${prefix}${id.slice(0, 8)}`.toUpperCase();
const correct = (
  version: number,
  tracking_number?: string,
  { who = owner, courier = couriers[0]?.id } = {},
) =>
  who.request('PATCH', `/api/admin/orders/${id}/parcel`, {
    version,
    courier,
    ...(tracking_number && { tracking_number }),
  });
const steps = async () => (await asha.request('GET', `/api/orders/${id}`)).body.events;
const step = async (kind: string) =>
  (await steps()).find((event: { kind: string }) => event.kind === kind);

/** Sends the emails that wait, and returns those about the order. */
async function emails(): Promise<RenderedEmail[]> {
  await jobsDone(shop.db.owner);
  delivered = [];
  for (const _ of [1, 2]) {
    await shop.db.owner.query(
      `update jobs.job set start_after = now() where name = 'order-mail' and state = 'created'`,
    );
    await jobsDone(shop.db.owner);
  }
  return delivered.filter(({ text }) => text.includes(order));
}
const minutesPass = () =>
  shop.db.owner.query(
    `update order_events set at = at - interval '5 minutes' where order_id = $1`,
    [id],
  );

test('the shopper’s page has the right number and link, the search finds it, and the log the former one', async () => {
  const right = numberOf('NEW');
  const { status, body } = await correct(1, right.toLowerCase());
  expect([status, body.version]).toEqual([200, 2]);
  expect(body.shipments).toMatchObject([{ tracking_number: right, state: 'handed_over' }]);
  expect(body.events.at(-1)).toMatchObject({
    kind: 'correct_parcel',
    staff: owner.shopper.email,
    data: { courier: couriers[0]?.name, tracking_number: right },
  });
  const handedOver = await step('hand_over');
  expect(handedOver).toMatchObject({ tracking_number: right });
  expect(handedOver.tracking_url).toContain(right);
  expect(JSON.stringify(await steps())).not.toContain(former);
  const found = async (q: string) =>
    (await owner.request('GET', `/api/admin/orders?q=${q}`)).body.orders.length;
  expect([await found(right), await found(former)]).toEqual([1, 0]);
  const { body: log } = await owner.request(
    'GET',
    `/api/admin/audit?subject_id=${id}&verb=correct_parcel`,
  );
  expect(log.entries).toMatchObject([
    { before: { tracking_number: former }, after: { tracking_number: right } },
  ]);
});

describe('the shopper', () => {
  test('gets one email, with the right number, if the hand-over was not emailed yet', async () => {
    await correct(1, numberOf('NEW'));
    const sent = await emails();
    expect(sent).toMatchObject([{ subject: `Order #${order} is on its way` }]);
    expect(sent[0]?.text).toContain(numberOf('NEW'));
    expect(sent[0]?.text).not.toContain(former);
  });

  test('gets another one after that, with the number that counts in the end', async () => {
    await emails();
    await minutesPass();
    await correct(1, numberOf('NEW'));
    await correct(2, numberOf('LAST'), { who: packer });
    const sent = await emails();
    expect(sent).toMatchObject([{ subject: `The tracking of order #${order} was corrected` }]);
    expect(sent[0]?.text).toContain(numberOf('LAST'));
    expect(sent[0]?.html).toMatch(new RegExp(`href="https://[^"]*${numberOf('LAST')}`));
  });

  test('reads nothing of it, and gets none, once the parcel was taken back', async () => {
    await emails();
    await minutesPass();
    await correct(1, numberOf('NEW'));
    await act(2, 'take_back');
    expect(await step('correct_parcel')).toBeUndefined();
    expect(await emails()).toEqual([]);
  });

  test('gets the right number with the next hand-over if the parcel was taken back before', async () => {
    await emails();
    await minutesPass();
    await correct(1, numberOf('NEW'));
    await act(2, 'take_back');
    await act(3, 'hand_over', { courier: couriers[0]?.id, tracking_number: numberOf('NEW') });
    const sent = await emails();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain(numberOf('NEW'));
  });

  test('gets none once the parcel has arrived', async () => {
    await act(1, 'deliver');
    await emails();
    await minutesPass();
    expect((await correct(2, numberOf('NEW'))).body).toMatchObject({ fulfilment: 'delivered' });
    expect(await emails()).toEqual([]);
    expect(await step('hand_over')).toMatchObject({ tracking_number: numberOf('NEW') });
  });
});

test('the courier’s list then matches the cash of a delivered order', async () => {
  await act(1, 'deliver');
  const right = numberOf('NEW');
  const preview = async (courier = couriers[0]?.id) => {
    const file = Buffer.from(`AWB,Amount\n${right},499\n`).toString('base64');
    const { body } = await owner.request('POST', '/api/admin/cash/previews', { courier, file });
    return body.groups.matched.count;
  };
  expect(await preview()).toBe(0);
  await correct(2, right);
  expect(await preview()).toBe(1);
  expect((await correct(3, right, { courier: couriers[1]?.id })).status).toBe(200);
  expect([await preview(), await preview(couriers[1]?.id)]).toEqual([0, 1]);
});

test('another courier cannot owe what this one has paid, but the number is still corrected', async () => {
  await act(1, 'deliver');
  await owner.request('POST', `/api/admin/cash/orders/${id}`, { action: 'settle', note: 'By UPI' });
  expect(await correct(2, former, { courier: couriers[1]?.id })).toMatchObject(
    refused(409, 'not_allowed_now'),
  );
  expect((await correct(2, numberOf('NEW'))).status).toBe(200);
});

test('the number of another parcel of this courier is refused, and nothing is changed', async () => {
  const { id: other } = (await submit(asha, await toCheckout(asha, [['1', 1]]))).body;
  await owner.request('POST', `/api/admin/orders/${other}/actions`, {
    verb: 'hand_over',
    version: 0,
    courier: couriers[0]?.id,
    tracking_number: numberOf('TAKEN'),
  });
  expect(await correct(1, numberOf('TAKEN'))).toMatchObject(refused(409, 'tracking_number_taken'));
  expect(await step('hand_over')).toMatchObject({ tracking_number: former });
  expect((await correct(1, numberOf('TAKEN'), { courier: couriers[1]?.id })).status).toBe(200);
});

test('what was seen before is refused, and what is sent again changes nothing', async () => {
  expect(await correct(0, numberOf('NEW'))).toMatchObject(refused(409, 'order_changed'));
  await correct(1, numberOf('NEW'));
  expect((await correct(1, numberOf('NEW'))).body).toMatchObject({ version: 2 });
});

test('a number is needed, and an order’s own is none', async () => {
  expect(await correct(1)).toMatchObject(refused(400, 'invalid_input'));
  expect(await correct(1, order)).toMatchObject(refused(400, 'invalid_input'));
  expect(await correct(1, 'ABCD1234', { courier: id })).toMatchObject(refused(404, 'not_found'));
});

test('before the hand-over and after the way has ended there is nothing to correct', async () => {
  await act(1, 'take_back');
  expect(await correct(2, numberOf('NEW'))).toMatchObject(refused(409, 'not_allowed_now'));
  await act(2, 'hand_over', { courier: couriers[0]?.id, tracking_number: former });
  await act(3, 'lose');
  expect(await correct(4, numberOf('NEW'))).toMatchObject(refused(409, 'not_allowed_now'));
});

test('packers correct parcels on their way, accountants none', async () => {
  expect((await correct(1, numberOf('NEW'), { who: packer })).status).toBe(200);
  expect(await correct(2, former, { who: accountant })).toMatchObject(
    refused(403, 'not_permitted'),
  );
  await act(2, 'deliver');
  expect(await correct(3, former, { who: packer })).toMatchObject(refused(404, 'order_not_found'));
});
