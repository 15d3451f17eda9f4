import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** An order's address, corrected by staff before the parcel is handed over. */
let shop: TestShop;
let owner: TestShopper;
let packer: TestShopper;
let accountant: TestShopper;
let asha: TestShopper;
let emails: RenderedEmail[] = [];

const FORMER = {
  full_name: 'Asha Rao',
  phone: '9876543210',
  address_line1: '12 Hill Road',
  address_line2: '',
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400050',
  country: 'India',
};
const NEW = { ...FORMER, phone: '9123456780', address_line1: '7 Peacock Lane', city: 'Ujjain' };

beforeAll(async () => {
  shop = await openTestShop({ deliverEmail: async (email) => void emails.push(email) });
  owner = await newStaff(shop, 'owner');
  packer = await newStaff(shop, 'packer');
  accountant = await newStaff(shop, 'accountant');
  asha = await shop.newShopper();
});

let id: string;
let number: string;
beforeEach(async () => {
  ({ id, order_number: number } = (
    await submit(asha, await toCheckout(asha, [['1', 1]], FORMER))
  ).body);
});

const correct = (who: TestShopper, version: number, address: object = NEW) =>
  who.request('PATCH', `/api/admin/orders/${id}/address`, { version, ...address });
const act = (version: number, verb: string, more: object = {}) =>
  owner.request('POST', `/api/admin/orders/${id}/actions`, { verb, version, ...more });
const audited = async () =>
  (
    await shop.db.owner.query(
      `select staff_id, before, after from audit_log where subject_id = $1 and verb = 'correct_address'`,
      [id],
    )
  ).rows;

async function handOver(version: number): Promise<void> {
  const { rows } = await shop.db.owner.query('select id from couriers limit 1');
  const parcel = { courier: rows[0].id, tracking_number: id.replaceAll('-', '') };
  expect((await act(version, 'hand_over', parcel)).status).toBe(200);
}

test('the order goes to the corrected address, and its history, log and search say so', async () => {
  const { status, body } = await correct(owner, 0);
  expect([status, body.version]).toEqual([200, 1]);
  expect(body.shipping_address).toEqual({ ...NEW, address_line2: null });
  const fields = ['address_line1', 'city', 'phone'];
  expect(body.events.at(-1)).toMatchObject({
    kind: 'correct_address',
    staff: owner.shopper.email,
    data: { fields },
  });
  expect(await audited()).toEqual([
    {
      staff_id: owner.shopper.userId,
      before: { address_line1: '12 Hill Road', city: 'Mumbai', phone: '9876543210' },
      after: { address_line1: '7 Peacock Lane', city: 'Ujjain', phone: '9123456780' },
    },
  ]);
  const found = async (q: string) =>
    (await owner.request('GET', `/api/admin/orders?q=${q}`)).body.orders.map(
      (order: { id: string }) => order.id,
    );
  for (const now of ['ujjain', '9123456780']) expect(await found(now), now).toContain(id);
  for (const before of ['mumbai', '9876543210']) expect(await found(before)).not.toContain(id);
});

test('the shopper reads it in the order’s steps, without an address, and keeps the saved one', async () => {
  await correct(owner, 0);
  const { body } = await asha.request('GET', `/api/orders/${id}`);
  expect(body.shipping_address).toMatchObject({ city: 'Ujjain' });
  expect(body.events.at(-1)).toMatchObject({ kind: 'correct_address', by_shopper: false });
  expect(JSON.stringify(body.events)).not.toMatch(/Peacock|Ujjain|9123456780/);
  const { body: saved } = await asha.request('GET', '/api/addresses');
  expect(JSON.stringify(saved)).not.toMatch(/Peacock|Ujjain|9123456780/);
});

test('the shopper gets one email about two corrections, with the address that counts in the end', async () => {
  await shop.startJobs();
  await correct(owner, 0);
  await correct(owner, 1, { ...NEW, address_line1: '9 Peacock Lane' });
  await jobsDone(shop.db.owner);
  emails = [];
  for (const _ of [1, 2]) {
    await shop.db.owner.query(
      `update jobs.job set start_after = now() where name = 'order-mail' and state = 'created'`,
    );
    await jobsDone(shop.db.owner);
  }
  const told = emails.filter(({ text }) => text.includes(number));
  expect(told).toMatchObject([
    { to: asha.shopper.email, subject: `The address of order #${number} was corrected` },
  ]);
  expect(told[0]?.text).toContain('9 Peacock Lane');
});

describe('a correction of an older version of the order', () => {
  test('is refused with what has changed, and changes nothing', async () => {
    await act(0, 'confirm');
    const { status, body } = await correct(owner, 0);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'order_changed',
      order: { version: 1, fulfilment: 'confirmed', last: { kind: 'confirm', actor: 'staff' } },
    });
    expect((await asha.request('GET', `/api/orders/${id}`)).body.shipping_address.city).toBe(
      'Mumbai',
    );
  });

  test('that is sent again because the answer was lost is made once', async () => {
    for (const _ of [1, 2]) {
      const { status, body } = await correct(owner, 0);
      expect([status, body.version]).toEqual([200, 1]);
    }
    expect(await audited()).toHaveLength(1);
  });

  test('by two people at once is made for one, and the other is told', async () => {
    const other = { ...NEW, address_line1: '1 Other Lane' };
    const answers = await Promise.all([correct(owner, 0), correct(owner, 0, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await audited()).toHaveLength(1);
  });
});

test('an address is corrected until the parcel is handed over', async () => {
  await act(0, 'pack');
  expect((await correct(owner, 1)).status).toBe(200);
  await handOver(2);
  for (const who of [owner, packer]) {
    const { status, body } = await correct(who, 3, FORMER);
    expect([status, body.error.code]).toEqual([409, 'not_allowed_now']);
  }
});

test('a packer corrects what a packer sees, an accountant nothing and reads of no address', async () => {
  expect((await correct(packer, 0)).body.error.code).toBe('order_not_found');
  await act(0, 'confirm');
  expect((await correct(packer, 1)).body.shipping_address.city).toBe('Ujjain');
  expect((await correct(accountant, 2, FORMER)).body.error.code).toBe('not_permitted');
  for (const path of [`/api/admin/orders/${id}`, `/api/admin/audit?subject_id=${id}`]) {
    const { status, body } = await accountant.request('GET', path);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/Peacock|Hill Road|9123456780|9876543210/);
  }
  const { body } = await owner.request('GET', `/api/admin/audit?subject_id=${id}`);
  expect(JSON.stringify(body)).toContain('Peacock');
});

test('the rules are those of the shopper’s form', async () => {
  const { status, body } = await correct(owner, 0, { ...NEW, phone: '12', city: ' ' });
  expect([status, body.error.code]).toEqual([400, 'invalid_input']);
  expect(Object.keys(body.error.fields).sort()).toEqual(['city', 'phone']);
  expect((await correct(owner, 0, { ...NEW, is_default: true })).status).toBe(400);
  const { city, ...without } = NEW;
  expect(city).toBe('Ujjain');
  expect((await correct(owner, 0, without)).status).toBe(400);
});
