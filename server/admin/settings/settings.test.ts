import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#server/database/database.ts';
import { newestSettings } from '#server/shop-settings/queries.ts';
import { openShopSettings, type ShopSettingsReader } from '#server/shop-settings/shop-settings.ts';
import { refused, submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, send, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: TestShop;
let owner: TestShopper;

beforeAll(async () => {
  shop = await openTestShop({ cashLimits: { maxTotal: 5000, openOrders: null } });
  owner = await newStaff(shop, 'owner');
});

const IDENTITY = {
  legal_name: 'Aparajita Teas Private Limited',
  address: ['14 Hill Road', 'Mumbai 400050'],
  emails: ['hello@example.in'],
  phone: '+91 22 1234 5678',
  fssai: '12345678901234',
  grievance_officer: { name: 'A. Sharma', email: 'grievance@example.in' },
};
const read = async () => (await owner.request('GET', '/api/admin/settings')).body;
const change = (key: string, value: unknown, seen: string | null) =>
  owner.request('PATCH', '/api/admin/settings', { key, value, seen });
const first = {
  shopDetails: { ...IDENTITY, legal_name: 'From the environment' },
  cashLimits: { maxTotal: 5000, openOrders: null },
};

test('settings have the environment’s values until the first change, then the newest one; former ones are kept', async () => {
  expect(await read()).toMatchObject({
    cash_limits: { value: { max_total: 5000, open_orders: null }, seen: null },
    low_stock: { value: 10, seen: null },
    order_email: { value: null, seen: null },
  });
  const once = await change('cash_limits', { max_total: 3000, open_orders: 2 }, null);
  expect(once.status).toBe(200);
  const { seen } = once.body.cash_limits;
  const twice = await change('cash_limits', { max_total: null, open_orders: 3 }, seen);
  expect(twice.body.cash_limits.value).toEqual({ max_total: null, open_orders: 3 });
  const { body: history } = await owner.request('GET', '/api/admin/settings/history');
  expect(history.map(({ value }: { value: unknown }) => value)).toEqual([
    { max_total: null, open_orders: 3 },
    { max_total: 3000, open_orders: 2 },
  ]);
  const { body: log } = await owner.request('GET', '/api/admin/audit?verb=change_setting');
  expect(log.entries[0]).toMatchObject({
    subject_id: 'cash_limits',
    before: { value: { max_total: 3000 } },
    after: { value: { open_orders: 3 } },
  });
});

test('of two people who change the same setting, the second is refused and sees the first change', async () => {
  const { seen } = (await read()).low_stock;
  const both = await Promise.all([change('low_stock', 5, seen), change('low_stock', 6, seen)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)).toMatchObject(
    refused(409, 'changed_meanwhile'),
  );
});

test('a change that is sent again after a lost answer is saved, once', async () => {
  const { seen } = (await read()).cash_limits;
  const limits = { open_orders: 4, max_total: 2500 };
  const saved = await change('cash_limits', limits, seen);
  expect(await change('cash_limits', limits, seen)).toMatchObject({
    status: 200,
    body: saved.body,
  });
  const other = await change('cash_limits', { ...limits, open_orders: 5 }, seen);
  expect(other).toMatchObject(refused(409, 'changed_meanwhile'));
});

test('a product is low from the number of pieces that the owner set', async () => {
  const { seen } = (await read()).low_stock;
  await change('low_stock', 100_000, seen);
  const { body: stock } = await owner.request('GET', '/api/admin/stock');
  expect(stock.every(({ low }: { low: boolean }) => low)).toBe(true);
  const { body: today } = await owner.request('GET', '/api/admin/today');
  expect(today.low_stock.count).toBe(stock.length);
});

describe('another process of the shop', () => {
  const stored = () =>
    createDatabase({ pool: shop.db.owner, enter: 'session', prepare: false }).rows(
      newestSettings(),
    );
  const opened: ShopSettingsReader[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((live) => live.stop()));
  });
  async function open(read = stored): Promise<ShopSettingsReader> {
    const live = await openShopSettings(read, first, 20);
    opened.push(live);
    return live;
  }

  test('uses a change for its orders, pages and emails without a restart', async () => {
    const live = await open();
    const revision = async () =>
      (await shop.db.owner.query('select sum(revision) from catalogue_revision')).rows[0].sum;
    const before = await revision();
    expect((await live.readForPages()).details).toEqual(first.shopDetails);
    expect(live.replyTo()).toBeUndefined();
    expect(await change('identity', IDENTITY, null)).toMatchObject({ status: 200 });
    expect((await live.readForPages()).details).toEqual(IDENTITY);
    expect(await revision()).not.toBe(before); // cached pages are rendered again
    expect((await live.readForPages()).notice).toBeNull();
    await change('notice', 'No deliveries on Sunday', null);
    expect((await live.readForPages()).notice).toBe('No deliveries on Sunday');
    const { seen } = (await read()).cash_limits;
    await change('cash_limits', { max_total: 1, open_orders: 1 }, seen);
    await expect.poll(live.cashLimits).toEqual({ maxTotal: 1, openOrders: 1 });
    expect(live.replyTo()).toBe('hello@example.in');
  });

  test('keeps the last values while the database is down', async () => {
    let down = false;
    const live = await open(() => (down ? Promise.reject(new Error('down')) : stored()));
    const known = await live.readForPages();
    expect(known.isCurrent).toBe(true);
    down = true;
    expect(await live.readForPages()).toEqual({ ...known, isCurrent: false });
  });

  test('does not return to values that a later read has replaced', async () => {
    const held = Promise.withResolvers<void>();
    let reads = 0;
    const live = await open(async () => {
      const found = await stored();
      reads += 1;
      if (reads === 2) await held.promise; // the first poll: it waits, and no other begins
      return found;
    });
    await expect.poll(() => reads).toBe(2);
    const { seen } = (await read()).identity;
    const later = { ...IDENTITY, emails: ['later@example.in'] };
    expect(await change('identity', later, seen)).toMatchObject({ status: 200 });
    expect((await live.readForPages()).details).toEqual(later);
    held.resolve();
    await live.stop(); // waits for the poll
    expect(live.replyTo()).toBe('later@example.in');
  });
});

test('emails have the first address of the settings as their reply address', async () => {
  const working = await openTestShop({ replyTo: () => 'hello@example.in' });
  const asha = await working.newShopper();
  await submit(asha, await toCheckout(asha, [['1', 1]]));
  await working.startJobs();
  await jobsDone(working.db.owner);
  const { body } = await send(working.app, 'GET', '/dev/mailbox.json');
  expect(body.length).toBeGreaterThan(0);
  for (const email of body) expect(email.reply_to, email.subject).toBe('hello@example.in');
});

test.each([
  ['identity', { ...IDENTITY, emails: [] }],
  ['identity', { ...IDENTITY, emails: ['no'] }],
  ['identity', { ...IDENTITY, phone: '022 1234' }],
  ['identity', { ...IDENTITY, fssai: '123' }],
  ['identity', { ...IDENTITY, address: ['\u0000'] }],
  ['cash_limits', { max_total: 0, open_orders: null }],
  ['cash_limits', { max_total: 10.001, open_orders: null }],
  ['cash_limits', { max_total: null, open_orders: 1.5 }],
  ['notice', ''],
  ['notice', 'x'.repeat(201)],
  ['low_stock', -1],
  ['low_stock', '5'],
  ['order_email', ''],
  ['order_email', 'shop@nowhere'],
  ['something', 1],
])('%s cannot be %j', async (key, value) => {
  expect(await change(key, value, null)).toMatchObject(refused(400, 'invalid_input'));
});
