import { beforeEach, describe, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { HOME, refused } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import type { TestShopper } from '#test/shop.ts';
import { openStaffedShop } from '#test/staff.ts';

/** Who carries an order's parcel, under which number and where to; and how staff correct that. */
let sent: RenderedEmail[] = [];
const staffed = await openStaffedShop({ deliverEmail: async (email) => void sent.push(email) });
const { shop, owner, packer, accountant, rows, place, act, go, actOnAll } = staffed;
const { get, page, logged, parcel, courier, otherCourier, seenBy, emailsLeave } = staffed;
await shop.startJobs();
const couriers = Object.fromEntries(
  (await rows('select id, name from couriers')).map(({ id, name }) => [name, id]),
);

let id: string;
let number: string;
let asha: TestShopper;
beforeEach(async () => {
  ({ id, order_number: number, shopper: asha } = await place([['1', 1]]));
});

const containing = (text: string) => expect.stringContaining(text);
const changed = refused(409, 'order_changed');
const notNow = refused(409, 'not_allowed_now');
const step = async (kind: string) =>
  (await seenBy(asha, id)).events.findLast((event: { kind: string }) => event.kind === kind);
const found = async (q: string) =>
  (await get(`orders?q=${q}`)).orders.map((order: { id: string }) => order.id);
/** Sends the emails that wait, and returns those about the order. */
async function emails(): Promise<RenderedEmail[]> {
  await jobsDone(shop.db.owner);
  sent = [];
  await emailsLeave();
  return sent.filter(({ text }) => text.includes(number));
}

describe('a hand-over that is repeated after a lost answer', () => {
  const counts = () =>
    rows(
      `select (select count(*) from order_events where order_id = $1) as events,
         (select count(*) from audit_log where subject_id = $1::text) as entries,
         (select count(*) from jobs.job where data ->> 'order_id' = $1::text) as jobs`,
      [id],
    );
  const again = { version: 0, ...parcel() };

  test('gets the first answer and changes nothing more, also in bulk and after later steps; and is refused with another number or courier, or after the parcel was taken back', async () => {
    const first = await act(id, 'hand_over', again);
    expect(first.status).toBe(200);
    const before = await counts();
    expect(await act(id, 'hand_over', again)).toMatchObject({ status: 200, body: first.body });
    const items = [{ id, version: 0, tracking_number: again.tracking_number }];
    const bulk = await actOnAll('hand_over', items, { courier });
    expect(bulk.body.outcomes).toMatchObject([{ id, refused: null, version: 1 }]);
    for (const other of [parcel(), { courier: otherCourier }])
      expect(await act(id, 'hand_over', { ...again, ...other })).toMatchObject(changed);
    expect(await counts()).toEqual(before);
    await go(id, 'attempt_failed');
    expect((await act(id, 'hand_over', again)).body).toMatchObject({ version: 2 });
    await go(id, 'undo', 'undo');
    expect(await act(id, 'hand_over', again)).toMatchObject(changed);
  });
});

test('a tracking number is found in any spelling, alone and in a list', async () => {
  await act(id, 'hand_over', { tracking_number: 'SF-1122-334_X' });
  for (const typed of [
    ...['SF-1122-334_X', 'sf 1122 334 x', '#SF-1122-334', 'Tracking number: SF_1122'],
    ...['SF1122334X, NOBODY12345', 'SF-1122-334-X | NOBODY12345'],
  ])
    expect(await found(encodeURIComponent(typed)), typed).toEqual([id]);
  await go(id, 'undo');
});

test('a tracking number belongs to one parcel until that parcel is taken back', async () => {
  const same = parcel();
  const { id: other } = await place([['1', 1]], asha);
  await act(id, 'hand_over', same);
  expect(await act(other, 'hand_over', same)).toMatchObject(refused(409, 'tracking_number_taken'));
  await go(id, 'undo');
  expect((await act(other, 'hand_over', same)).status).toBe(200);
});

test('an order’s number, as the slip’s code has it, is refused as a tracking number, also beside one', async () => {
  for (const tracking_number of [`#${number.toLowerCase()}`, `DL12${number}`]) {
    const answer = await act(id, 'hand_over', { tracking_number });
    expect(answer, tracking_number).toMatchObject(refused(400, 'invalid_input'));
    expect(JSON.stringify(answer.body)).toContain('This is an order number');
  }
});

describe('the shop’s own people', () => {
  const own = { courier: couriers['Own delivery'], tracking_number: undefined };

  test('take a parcel without a tracking number, and its shopper sees no link to track it', async () => {
    const untracked = { courier: 'Own delivery', tracking_number: null, tracking_url: null };
    await go(id, 'confirm');
    const { body } = await act(id, 'hand_over', { ...own, who: packer });
    expect(body).toMatchObject({ fulfilment: 'shipped', shipments: [untracked] });
    expect(await step('hand_over')).toMatchObject(untracked);
  });

  test('alone: any other courier needs a number', async () => {
    const none = { tracking_number: undefined };
    expect((await act(id, 'hand_over', none)).status).toBe(400);
    const bulk = await actOnAll('hand_over', [{ id, version: 0 }], { courier });
    expect(bulk.body.outcomes).toMatchObject([{ refused: { code: 'invalid_input' } }]);
    expect(await page(id)).toMatchObject({ fulfilment: 'pending', shipments: [] });
  });
});

describe('the courier and number of a parcel are corrected after the hand-over', () => {
  let former: string;
  let right: string;
  beforeEach(async () => {
    [former, right] = [parcel().tracking_number, parcel().tracking_number];
    await act(id, 'hand_over', { tracking_number: former });
  });
  const correct = (version: number, tracking_number?: string, { who = owner, by = courier } = {}) =>
    who.request('PATCH', `/api/admin/orders/${id}/parcel`, {
      version,
      courier: by,
      tracking_number,
    });
  const minutesPass = () =>
    rows(`update order_events set at = at - interval '5 minutes' where order_id = $1`, [id]);

  test('the shopper’s page has the right number and link, the search finds it, and the log the former one', async () => {
    const { body } = await correct(1, right.toLowerCase());
    expect(body).toMatchObject({ version: 2, shipments: [{ tracking_number: right }] });
    const shown = { tracking_number: right, tracking_url: containing(right) };
    expect(await step('hand_over')).toMatchObject(shown);
    expect(JSON.stringify((await seenBy(asha, id)).events)).not.toContain(former);
    expect([await found(right), await found(former)]).toEqual([[id], []]);
    expect(await logged(`subject_id=${id}&verb=correct_parcel`)).toMatchObject([
      { before: { tracking_number: former }, after: { tracking_number: right } },
    ]);
    expect((await correct(1, right)).body).toMatchObject({ version: 2 }); // sent again
  });

  test('the shopper gets one email with the right number, and another one if the hand-over was emailed before', async () => {
    await correct(1, right);
    const first = { subject: `Order #${number} is on its way`, text: containing(right) };
    expect(await emails()).toMatchObject([first]);
    await minutesPass();
    const last = parcel().tracking_number;
    await correct(2, last, { who: packer });
    const again = {
      subject: `The tracking of order #${number} was corrected`,
      text: containing(last),
    };
    expect(await emails()).toMatchObject([again]);
  });

  test('the shopper reads nothing of it once the parcel was taken back', async () => {
    await emails();
    await minutesPass();
    await correct(1, right);
    await go(id, 'undo');
    expect(await step('correct_parcel')).toBeUndefined();
    expect(await emails()).toEqual([]);
    expect(await correct(3, former)).toMatchObject(notNow);
  });

  test('of an arrived parcel for the courier’s list, which then matches its cash, and without an email', async () => {
    await go(id, 'deliver');
    await emails();
    await minutesPass();
    const matched = async (by = courier) => {
      const form = { courier: by, file: btoa(`AWB,Amount\n${right},499\n`) };
      const { body } = await owner.request('POST', '/api/admin/cash/previews', form);
      return body.groups.matched.count;
    };
    expect(await matched()).toBe(0);
    expect((await correct(2, right)).body).toMatchObject({ fulfilment: 'delivered' });
    expect(await matched()).toBe(1);
    expect(await emails()).toEqual([]);
    await correct(3, right, { by: otherCourier });
    expect([await matched(), await matched(otherCourier)]).toEqual([0, 1]);
    // Another courier cannot owe what this one has paid, but the number is still corrected.
    const settle = { action: 'settle', note: 'By UPI' };
    await owner.request('POST', `/api/admin/cash/orders/${id}`, settle);
    expect(await correct(4, right)).toMatchObject(notNow);
    expect((await correct(4, former, { by: otherCourier })).status).toBe(200);
  });

  test('not by what is no number or courier, another parcel’s, or somebody who may not', async () => {
    const { id: other } = await place([['1', 1]], asha);
    const taken = parcel();
    await act(other, 'hand_over', taken);
    for (const [answer, status, code] of [
      [await correct(0, right), 409, 'order_changed'],
      [await correct(1), 400, 'invalid_input'],
      [await correct(1, 'ABCD1234', { by: id }), 404, 'not_found'],
      [await correct(1, taken.tracking_number), 409, 'tracking_number_taken'],
    ] as const)
      expect(answer).toMatchObject(refused(status, code));
    expect(await step('hand_over')).toMatchObject({ tracking_number: former });
    await go(id, 'deliver');
    expect(await correct(2, right, { who: packer })).toMatchObject(refused(404, 'order_not_found'));
  });
});

describe('the address of an order is corrected', () => {
  const NEW = { ...HOME, phone: '9123456780', address_line1: '7 Peacock Lane', city: 'Ujjain' };
  const PRIVATE = /Peacock|Hill Road|9123456780|9876543210/;
  const correct = (version: number, address: object = NEW, who = owner) =>
    who.request('PATCH', `/api/admin/orders/${id}/address`, { version, ...address });
  const corrections = () => logged(`subject_id=${id}&verb=correct_address`);

  test('once however often it is sent; its history, log and search say so, the shopper’s saved address stays', async () => {
    for (const _ of ['first', 'again']) {
      const { status, body } = await correct(0);
      expect([status, body.version, body.shipping_address]).toEqual([200, 1, NEW]);
      expect(body.events.slice(-2)).toMatchObject([
        { kind: 'placed' },
        { kind: 'correct_address', data: { fields: ['address_line1', 'city', 'phone'] } },
      ]);
    }
    const [home, now] = [HOME, NEW].map(({ address_line1, city, phone }) => ({
      ...{ address_line1, city, phone },
    }));
    expect(await corrections()).toMatchObject([{ before: home, after: now }]);
    expect(await found(NEW.phone)).toContain(id);
    expect(await found(HOME.phone)).not.toContain(id);
    const seen = await seenBy(asha, id);
    expect(seen.shipping_address).toMatchObject({ city: NEW.city });
    expect(seen.events.at(-1)).toMatchObject({ kind: 'correct_address', by_shopper: false });
    expect(JSON.stringify(seen.events)).not.toMatch(PRIVATE);
    const { body: saved } = await asha.request('GET', '/api/addresses');
    expect(saved).toMatchObject([home ?? {}]);
  });

  test('by one of two people at once, and never over what somebody has changed', async () => {
    const other = { ...NEW, address_line1: '1 Other Lane' };
    const answers = await Promise.all([correct(0), correct(0, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await corrections()).toHaveLength(1);
    await go(id, 'confirm');
    expect(await correct(1, HOME)).toMatchObject(changed);
    expect((await seenBy(asha, id)).shipping_address.city).toBe('Ujjain');
  });

  test('until the parcel is handed over, by packers what they see; accountants read of no address', async () => {
    expect(await correct(0, NEW, packer)).toMatchObject(refused(404, 'order_not_found'));
    await go(id, 'confirm', 'pack');
    expect((await correct(2, NEW, packer)).body.shipping_address.city).toBe('Ujjain');
    for (const path of [`orders/${id}`, `audit?subject_id=${id}`]) {
      const body = JSON.stringify(await get(path, accountant));
      expect(body).toContain('pack');
      expect(body).not.toMatch(PRIVATE);
    }
    await go(id, 'hand_over');
    for (const who of [owner, packer]) expect(await correct(4, HOME, who)).toMatchObject(notNow);
  });
});
