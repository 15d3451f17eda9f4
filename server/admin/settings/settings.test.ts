import { afterEach, describe, expect, test } from 'vitest';
import { createDatabase } from '#server/database/database.ts';
import {
  newestSettings,
  openShopSettings,
  type ShopSettingsReader,
} from '#server/shop-settings/shop-settings.ts';
import { refused } from '#test/checkout.ts';
import { openStaffedShop } from '#test/staff.ts';

/** The shop's settings and its couriers, which owners change at their desks, side by side. */
const { shop, owner, rows, get, logged } = await openStaffedShop({
  terms: { maxTotal: 5000 },
});
const changed = refused(409, 'changed_meanwhile');
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

const IDENTITY = {
  legal_name: 'Aparajita Teas Private Limited',
  address: ['14 Hill Road', 'Mumbai 400050'],
  emails: ['hello@example.in'],
  phone: '+91 22 1234 5678',
  fssai: '12345678901234',
  grievance_officer: { name: 'A. Sharma', email: 'grievance@example.in' },
};
const seenOf = async (key: string): Promise<string | null> => (await get('settings'))[key].seen;
const change = (key: string, value: unknown, seen: string | null) =>
  owner.request('PATCH', '/api/admin/settings', { key, value, seen });

const NO_LIMITS = {
  ...{ min_total: null, max_total: null, first_max_total: null, open_orders: null },
  ...{ max_returned: null, confirm: false, fee: null, online_percent: null },
};

test('settings have the environment’s values until the first change, then the newest one; the audit log has the former ones', async () => {
  expect(await get('settings')).toMatchObject({
    delivery: { value: { fee: null, free_from: 999, cut_off: null, holidays: null }, seen: null },
    cash_limits: {
      value: { ...NO_LIMITS, max_total: 5000 },
      seen: null,
    },
    low_stock: { value: 10, seen: null },
    order_email: { value: null, seen: null },
  });
  const first = { ...NO_LIMITS, max_total: 3000, open_orders: 2 };
  const second = { ...NO_LIMITS, open_orders: 3, fee: 30, online_percent: 5, confirm: true };
  await change('cash_limits', first, null);
  const { body } = await change('cash_limits', second, await seenOf('cash_limits'));
  expect(body.cash_limits.value).toEqual(second);
  const entry = { subject_id: 'cash_limits', before: { value: first }, after: { value: second } };
  expect((await logged('verb=change_setting'))[0]).toMatchObject(entry);
});

test('the tenth change of a setting counts as the first nine did', async () => {
  for (const changes of Array.from({ length: 10 }, (_, n) => n + 1)) {
    const { body } = await change('low_stock', 100 + changes, await seenOf('low_stock'));
    expect(body.low_stock.value).toBe(100 + changes);
  }
});

test('of two people who change the same setting, the second is refused; the first may send it again', async () => {
  const seen = await seenOf('low_stock');
  const both = await Promise.all([change('low_stock', 5, seen), change('low_stock', 6, seen)]);
  expect(statuses(both)).toEqual([200, 409]);
  const { body } = both.find(({ status }) => status === 200) ?? {};
  const { value } = body.low_stock;
  expect(await change('low_stock', value, seen)).toMatchObject({ status: 200, body });
  expect(await change('low_stock', 11 - value, seen)).toMatchObject(changed);
});

test('a product is low from the number of pieces that the owner set', async () => {
  await change('low_stock', 100_000, await seenOf('low_stock'));
  const products = await get('products');
  expect(products.every(({ low }: { low: boolean }) => low)).toBe(true);
  expect((await get('today')).low_stock.count).toBe(products.length);
});

describe('another process of the shop', () => {
  const environment = {
    shopDetails: { ...IDENTITY, legal_name: 'From the environment' },
    cashLimits: { maxTotal: 5000, openOrders: null },
    unpaidLimit: 30,
  };
  const database = createDatabase({ pool: shop.db.owner, enter: 'session', prepare: false });
  const stored = () => database.rows(newestSettings());
  const opened: ShopSettingsReader[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((live) => live.stop()));
  });
  async function open(read = stored): Promise<ShopSettingsReader> {
    const live = await openShopSettings(read, environment, 20);
    opened.push(live);
    return live;
  }

  test('uses a change for its orders, pages and emails without a restart', async () => {
    const live = await open();
    const revision = () => rows('select sum(revision) as sum from catalogue_revision');
    const before = await revision();
    const former = {
      details: environment.shopDetails,
      ...{ notice: null, shipping: { fee: 0, freeFrom: 99_900 } },
    };
    expect(await live.readForPages()).toMatchObject(former);
    await change('identity', IDENTITY, null);
    const notice = 'No deliveries on Sunday';
    await change('notice', notice, null);
    expect(await live.readForPages()).toMatchObject({ details: IDENTITY, notice });
    const shown = await revision();
    expect(shown).not.toEqual(before); // cached pages are rendered again
    const calendar = { cut_off: 14, holidays: ['2026-11-09'] };
    await change('delivery', { fee: 49, free_from: null, ...calendar }, null);
    const shipping = { fee: 4_900, freeFrom: null };
    expect(await live.readForPages()).toMatchObject({ shipping });
    expect(await revision()).not.toEqual(shown);
    const limits = { max_total: 1, open_orders: 1, first_max_total: 2, max_returned: 3 };
    await change('cash_limits', limits, await seenOf('cash_limits'));
    await expect.poll(live.terms).toMatchObject({
      ...{ minTotal: null, maxTotal: 1, firstMaxTotal: 2 },
      ...{ openOrders: 1, maxReturned: 3, unpaidUnits: 30, shipping },
      calendar: { cutOff: 14, holidays: ['2026-11-09'] },
    });
    await expect.poll(live.replyTo).toBe('hello@example.in');
  });

  test('keeps the last values while the database is down', async () => {
    let down = false;
    const live = await open(() => (down ? Promise.reject(new Error('down')) : stored()));
    const known = await live.readForPages();
    expect(known.isCurrent).toBe(true);
    down = true;
    expect(await live.readForPages()).toEqual({ ...known, isCurrent: false });
  });
});

test.each([
  ['identity', { ...IDENTITY, fssai: '123' }],
  ['cash_limits', { max_total: 0, open_orders: null }],
  ['cash_limits', { min_total: 2, max_total: 1, open_orders: null }],
  ['notice', 'x'.repeat(201)],
  ['order_email', 'shop@nowhere'],
  ['delivery', { fee: null, free_from: null, cut_off: 24 }],
  ['delivery', { fee: null, free_from: null, holidays: ['2026-13-01'] }],
  ['something', 1],
])('%s cannot be %j', async (key, value) => {
  expect(await change(key, value, null)).toMatchObject(refused(400, 'invalid_input'));
});

describe('couriers', () => {
  const form = (name: string, more: object = {}) => ({
    name,
    tracking_url: 'https://speedy.example.in/{number}',
    numbered: true,
    active: true,
    ...more,
  });
  const send = (courier: object) => owner.request('POST', '/api/admin/couriers', courier);
  const add = async (name: string): Promise<string> => (await send(form(name))).body.id;
  const save = (id: string, to: object) => owner.request('PATCH', `/api/admin/couriers/${id}`, to);
  const entries = (id: string) => logged(`subject_type=courier&subject_id=${id}`);

  test('the audit log has a courier’s former values', async () => {
    const id = await add('Speedy');
    const off = form('Speedy', { active: false, tracking_url: null, numbered: false });
    expect((await save(id, off)).body).toEqual({ id, ...off });
    expect(await entries(id)).toMatchObject([
      { verb: 'change_courier', before: form('Speedy'), after: off },
      { verb: 'add_courier', before: null, after: form('Speedy') },
    ]);
  });

  test('repeating a save after a lost answer changes nothing', async () => {
    const id = await add('Swift');
    const saveAs = (name: string) => save(id, form(name));
    expect(
      (await Promise.all([saveAs('Swift A'), saveAs('Swift A')])).map(({ status }) => status),
    ).toEqual([200, 200]);
    expect(await entries(id)).toHaveLength(2);
  });

  test('repeating an addition after a lost answer adds nothing; a taken name is refused at its field', async () => {
    const id = await add('Prompt');
    expect(await add('Prompt')).toBe(id);
    expect(await entries(id)).toHaveLength(1);
    for (const { body } of [
      await send(form('Prompt', { active: false })),
      await save(await add('Fleet'), form('Prompt')),
    ])
      expect(body.error.fields).toEqual({ name: 'There is a courier of this name' });
  });
});
