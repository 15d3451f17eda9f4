import { beforeAll, describe, expect, test } from 'vitest';
import { LIVE_PATH } from '#contract/admin/live.ts';
import { UploadedPicture } from '#contract/admin/products.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { adminEndpoints } from '#contract/endpoints.ts';
import { STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { pathWith, sendForStream, sendRaw } from '#test/api-endpoints.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { expectErrorCode } from '#test/expect-error.ts';
import { beginPaying, openPayingShop, type PayingShop, pay } from '#test/payments.ts';
import { jpegOf } from '#test/picture-file.ts';
import type { TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';
import { tableFingerprints } from '#test/table-fingerprints.ts';
import { UPLOAD_PATH } from './products/upload.ts';

/** Every endpoint for staff, with every kind of caller that must be refused and with the roles that may call it. */
let shop: PayingShop;
let order: string;
let courier: string;
let picture: Uint8Array<ArrayBuffer>;
const callers = new Map<string, TestShopper>();

beforeAll(async () => {
  shop = await openPayingShop();
  const asha = await shop.newShopper();
  order = (await submit(asha, await toCheckout(asha, [['1', 2]]))).body.id;
  picture = await jpegOf(800, 800);
  courier = (await shop.db.owner.query('select id from couriers limit 1')).rows[0].id;
  callers.set('a shopper', asha);
  for (const role of STAFF_ROLES) {
    callers.set(role, await newStaff(shop, role));
    callers.set(`${role} without a factor`, await newStaff(shop, role, { factor: false }));
    callers.set(`${role} with an old factor`, await newStaff(shop, role, { shownAgo: 601 }));
    const ended = await newStaff(shop, role);
    await shop.db.owner.query('delete from auth.sessions where id = $1', [ended.shopper.sessionId]);
    callers.set(`${role} signed out`, ended);
    const revoked = await newStaff(shop, role);
    await shop.db.owner.query('update staff set disabled_at = now() where user_id = $1', [
      revoked.shopper.userId,
    ]);
    callers.set(`${role} revoked`, revoked);
  }
});

/** Endpoints that are not in the contract's tables, because their body or response is not JSON. */
const APART: Record<string, Endpoint> = {
  [`PUT ${UPLOAD_PATH}`]: {
    summary: 'Upload a picture',
    access: 'staff',
    roles: ['owner'],
    status: 201,
    response: UploadedPicture,
    errors: [],
  },
  [`GET ${LIVE_PATH}`]: {
    summary: 'The stream of changes',
    access: 'staff',
    roles: STAFF_ROLES,
    status: 200,
    errors: [],
  },
};

const endpoints = Object.entries<Endpoint>({ ...adminEndpoints, ...APART })
  .filter(([, endpoint]) => endpoint.access === 'staff')
  .map(([key, endpoint]) => ({ key, endpoint, roles: endpoint.roles ?? [] }));

test('every endpoint declares who may call it', () => {
  expect(endpoints.length).toBeGreaterThan(15);
  for (const { key, roles } of endpoints) expect(roles.length, key).toBeGreaterThan(0);
});

test('endpoints that change staff or accounts, refund, export or email everybody require a recent second factor', () => {
  const recent = endpoints.filter(({ endpoint }) => endpoint.recentFactor).map(({ key }) => key);
  const needed = endpoints
    .map(({ key }) => key)
    .filter((key) =>
      /^(POST|PATCH|DELETE) .*(\/staff|refunds|sessions|factors|sending)|\/export$/.test(key),
    );
  expect(recent.sort()).toEqual(needed.sort());
});

describe.each(endpoints)('$key', ({ key, endpoint, roles }) => {
  const send = async (caller: string | null, body: unknown = bodyOf(key)) => {
    const [method = '', path = ''] = key.split(' ');
    const token = caller === null ? null : callers.get(caller)?.token;
    const request = path === LIVE_PATH ? sendForStream : sendRaw;
    return request(shop.app, `${key} by ${caller}`, method, `/api${pathWith(path, idFor(path))}`, {
      ...(endpoint.body && { body: JSON.stringify(body) }),
      ...(path === UPLOAD_PATH && { body: picture }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        'idempotency-key': 'a-key-of-this-test',
      },
    });
  };
  const others = STAFF_ROLES.filter((role) => !roles.includes(role));

  test('refuses everybody else and changes nothing', async () => {
    const before = await tableFingerprints(shop.db.owner);
    expectErrorCode(await send(null), 401, 'not_signed_in');
    expectErrorCode(await send('a shopper'), 404, 'not_found');
    for (const role of STAFF_ROLES) {
      expectErrorCode(await send(`${role} signed out`), 401, 'not_signed_in');
      expectErrorCode(await send(`${role} revoked`), 404, 'not_found');
      expectErrorCode(await send(`${role} without a factor`), 403, 'factor_required');
    }
    for (const role of others) expectErrorCode(await send(role), 403, 'not_permitted');
    if (endpoint.recentFactor) {
      for (const role of roles) {
        expectErrorCode(await send(`${role} with an old factor`), 403, 'stale_factor');
      }
    }
    expect(await tableFingerprints(shop.db.owner)).toEqual(before);
  });

  test('does not exist for shoppers, also with an invalid body', async () => {
    expectErrorCode(await send('a shopper', { nonsense: true }), 404, 'not_found');
    expectErrorCode(await send('a shopper', 'nonsense'), 404, 'not_found');
  });

  test.each(roles)('accepts the role %s', async (role: StaffRole) => {
    const { status, text } = await send(role);
    expect([401, 403, 500], text).not.toContain(status);
    if (!text.includes('"error"')) {
      if (endpoint.response) endpoint.response.parse(JSON.parse(text));
      expect(status).toBe(endpoint.status);
    }
  });
});

describe('a step that refunds money requires a recent second factor, as a refund does', () => {
  const REASON = { reason: 'other' };

  async function paid(): Promise<{ id: string; shopper: TestShopper }> {
    const paying = await beginPaying(shop, [['1', 1]]);
    await pay(shop, paying);
    await shop.settle();
    const [found] = await shop.rows<{ id: string }>('select id from orders where intent_id = $1', [
      paying.id,
    ]);
    if (!found) throw new Error('Nothing was ordered');
    return { id: found.id, shopper: paying.shopper };
  }

  async function inCash(): Promise<{ id: string }> {
    const asha = await shop.newShopper();
    return (await submit(asha, await toCheckout(asha, [['1', 1]]))).body;
  }

  /** Sets the orders' state in the database, because a test payment cannot be handed over. */
  async function ship(...ids: string[]): Promise<void> {
    await shop.rows('alter table orders drop constraint if exists orders_payment_mode_fkey');
    await shop.rows(
      `update orders set fulfilment = 'shipped', payment_mode = case when payment_id is not null then 'live' end
       where id = any($1)`,
      [ids],
    );
  }

  const as = (shownAgo: number) => newStaff(shop, 'owner', { shownAgo });
  const refunds = async (id: string) =>
    shop.rows(
      'select 1 from refunds join orders on orders.payment_id = refunds.payment_id where orders.id = $1',
      [id],
    );

  test.each([
    ['cancel', false, REASON],
    ['lose', true, {}],
    ['receive_back', true, { good: [] }],
  ] as const)('%s', async (verb, shipped, more) => {
    const [{ id }, cash] = [await paid(), await inCash()];
    if (shipped) await ship(id, cash.id);
    const act = (who: TestShopper, of: string) =>
      who.request('POST', `/api/admin/orders/${of}/actions`, { verb, version: 0, ...more });
    const before = await tableFingerprints(shop.db.owner);
    for (const shownAgo of [601, 86_400]) {
      const stale = await act(await as(shownAgo), id);
      expect(stale).toMatchObject({ status: 403, body: { error: { code: 'stale_factor' } } });
    }
    const unchanged = (prints: typeof before) =>
      ['orders', 'refunds', 'stock_movements', 'order_events', 'audit_log'].map(
        (table) => prints[`public.${table}`] ?? expect.fail(table),
      );
    expect(unchanged(await tableFingerprints(shop.db.owner))).toEqual(unchanged(before));
    expect((await act(await as(300), id)).status).toBe(200);
    expect(await refunds(id)).toHaveLength(1);
    expect((await act(await as(7 * 3600), cash.id)).status).toBe(200);
  });

  test('in a bulk request cash orders are done, and each other one is refused by itself', async () => {
    const orders = [await paid(), await inCash(), await paid()];
    const items = orders.map(({ id }) => ({ id, version: 0 }));
    const cancel = async (who: TestShopper, of: typeof items) =>
      (
        await who.request('POST', '/api/admin/orders/actions', {
          verb: 'cancel',
          ...REASON,
          items: of,
        })
      ).body.outcomes.map((each: { refused: { code: string } | null }) => each.refused?.code);
    expect(await cancel(await as(601), items)).toEqual(['stale_factor', undefined, 'stale_factor']);
    const left = items.filter(({ id }) => id !== orders[1]?.id);
    expect(await cancel(await as(60), left)).toEqual([undefined, undefined]);
  });

  test('but not the shopper’s own cancellation', async () => {
    const { id, shopper } = await paid();
    expect((await shopper.request('POST', `/api/orders/${id}/cancellation`, {})).status).toBe(200);
    expect(await refunds(id)).toHaveLength(1);
  });
});

describe('a role finds an order only by data that it may see', () => {
  const PLACE = {
    full_name: 'Zubeida Quamar',
    phone: '9123456780',
    address_line1: '7 Peacock Lane',
    address_line2: '',
    city: 'Ujjain',
    state: 'Madhya Pradesh',
    postal_code: '456001',
    country: 'India',
  };
  const EVERYBODY = STAFF_ROLES;
  const searches: [what: string, roles: readonly StaffRole[], typed: (number: string) => string][] =
    [
      ['number', EVERYBODY, (number) => number],
      ['last six of the number', EVERYBODY, (number) => number.slice(3)],
      ['city', EVERYBODY, () => 'ujjain'],
      ['PIN', EVERYBODY, () => '456 001'],
      ['tracking number', EVERYBODY, () => 'ZQTRACK77'],
      ['first name', ['owner', 'packer'], () => 'Zubeida'],
      ['last name and city', ['owner', 'packer'], () => 'Quamar, Ujjain'],
      ['beginning of a name', ['owner', 'packer'], () => 'zub'],
      ['name with a sign before it', ['owner', 'packer'], () => '~zubeida'],
      ['name after a sign of its own', ['owner', 'packer'], () => '~ Zubeida = Quamar'],
      ['phone', ['owner', 'packer'], () => '+91 91234 56780'],
      ['phone with dashes of another kind', ['owner', 'packer'], () => '+91‑91234–56780'],
      ['beginning of a phone', ['owner', 'packer'], () => '91234'],
      ['last four digits of a phone', ['owner', 'packer'], () => '6780'],
      ['last six digits of a phone', ['owner', 'packer'], () => '456-780'],
      ['name in capitals with accents', ['owner', 'packer'], () => 'ZÚBEIDA'],
      ['email', ['owner'], () => 'the-account'],
      ['email with a sign before it', ['owner'], () => '=the-account'],
      ['street', [], () => 'Peacock'],
    ];
  let found: { id: string; number: string; email: string };

  beforeAll(async () => {
    const zubeida = await shop.newShopper();
    const { body } = await submit(zubeida, await toCheckout(zubeida, [['2', 1]], PLACE));
    found = { id: body.id, number: body.order_number, email: zubeida.shopper.email };
    await callers.get('owner')?.request('POST', `/api/admin/orders/${body.id}/actions`, {
      verb: 'hand_over',
      version: 0,
      courier,
      tracking_number: 'ZQTRACK77',
    });
  });

  test.each(searches)('%s: %j', async (_, roles, typed) => {
    const q = typed(found.number).replace('the-account', found.email);
    for (const role of STAFF_ROLES) {
      const caller = callers.get(role);
      const { body } =
        (await caller?.request('GET', `/api/admin/orders?q=${encodeURIComponent(q)}`)) ?? {};
      const ids = body.orders.map(({ id }: { id: string }) => id);
      expect(ids.includes(found.id), `${role} finds it by ${q}`).toBe(roles.includes(role));
    }
  });

  test('also with any query in the database', async () => {
    const client = await shop.db.owner.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('shop.staff_role', 'accountant', true)`);
      for (const words of [
        `'zubeida':*`,
        `'~zubeida'`,
        `'~zubeida':*`,
        `!'x' | '~zubeida'`,
        `'~':* & '~zub':*`,
        `'~<0876':*`,
        `'6780':*`,
      ]) {
        const { rows } = await client.query(
          `select find_orders('{}', null, null, null, null, null, null, null, null, $1::tsquery, null, '{}', false, 50) as id`,
          [words],
        );
        expect(
          rows.map(({ id }) => id),
          words,
        ).not.toContain(found.id);
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('a step’s free text is visible only to owners, as a note is', () => {
  const NOTE = 'Her neighbour says she moved to Ujjain';
  const returned = (item: string) => ({ returned: [{ item, good: 1, damaged: 0 }] });
  test.each<[verb: string, steps: string[], more: (item: string) => object]>([
    ['cancel', [], () => ({ reason: 'other' })],
    ['receive_back', ['hand_over'], (item) => ({ good: [{ item, pieces: 1 }] })],
    ['receive_return', ['hand_over', 'deliver'], returned],
  ])('%s', async (verb, steps, more) => {
    const asha = callers.get('a shopper');
    const owner = callers.get('owner');
    if (!asha || !owner) throw new Error('Nobody is there');
    const { id } = (await submit(asha, await toCheckout(asha, [['1', 2]]))).body;
    const act = (version: number, step: string, data: object = {}) =>
      owner.request('POST', `/api/admin/orders/${id}/actions`, { verb: step, version, ...data });
    for (const [version, step] of steps.entries()) {
      await act(version, step, step === 'hand_over' ? { courier, tracking_number: id } : {});
    }
    const { body } = await owner.request('GET', `/api/admin/orders/${id}`);
    const done = await act(steps.length, verb, { ...more(body.order_items[0].id), note: NOTE });
    expect(done.status).toBe(200);
    expect(done.body.events.slice(-2)).toMatchObject([
      { kind: verb },
      { kind: 'note', staff: owner.shopper.email, data: { text: NOTE }, shown_to_shopper: false },
    ]);
    const get = (who: string, path: string) => callers.get(who)?.request('GET', path);
    for (const path of [`/api/admin/orders/${id}`, `/api/admin/audit?subject_id=${id}`]) {
      const answer = await get('accountant', path);
      expect(answer?.status).toBe(200);
      expect(JSON.stringify(answer?.body)).toContain(verb);
      expect(JSON.stringify(answer?.body)).not.toContain(NOTE);
    }
    expect(JSON.stringify((await asha.request('GET', `/api/orders/${id}`)).body)).not.toContain(
      NOTE,
    );
  });
});

test('a search without words finds nothing for staff, and no admin for shoppers', async () => {
  const search = (caller: string) =>
    sendRaw(shop.app, `search by ${caller}`, 'GET', '/api/admin/orders?q=%23', {
      headers: { authorization: `Bearer ${callers.get(caller)?.token}` },
    });
  expect(JSON.parse((await search('owner')).text)).toEqual({ orders: [], next: null });
  expectErrorCode(await search('a shopper'), 404, 'not_found');
});

const CASH_FILE = Buffer.from('AWB,Amount\nTRACK1,998').toString('base64');

function idFor(path: string): string {
  return path.startsWith('/admin/orders')
    ? order
    : /^\/admin\/(stock|products)/.test(path)
      ? '1'
      : order;
}

const CAMPAIGN = {
  subject: 'New flowers',
  heading: 'New flowers',
  text: 'They are dry.',
  button_label: '',
  button_url: '',
  picture: null,
  picture_text: '',
};

function bodyOf(key: string): unknown {
  const bodies: Record<string, unknown> = {
    'POST /admin/orders/{id}/actions': { verb: 'pack', version: 0 },
    'POST /admin/orders/actions': { verb: 'pack', items: [{ id: order, version: 0 }] },
    'POST /admin/failed-jobs/retries': { ids: [order] },
    'POST /admin/failed-jobs/dismissals': { ids: [order] },
    'PATCH /admin/orders/{id}/address': {
      version: 0,
      full_name: 'Asha Rao',
      phone: '9876543210',
      address_line1: '7 Peacock Lane',
      city: 'Mumbai',
      state: 'Maharashtra',
      postal_code: '400050',
    },
    'POST /admin/orders/{id}/emails': { version: 0 },
    'POST /admin/orders/{id}/notes': { text: 'Rang twice' },
    'POST /admin/orders/{id}/refunds': { version: 0, amount: 1, reason: 'goodwill' },
    'POST /admin/orders/{id}/manual-refunds': {
      version: 0,
      amount: 1,
      way: 'upi',
      reference: 'UTR1',
      reason: 'goodwill',
    },
    'PATCH /admin/cancelled-parcels/{id}': { taken_out: true },
    'POST /admin/couriers': { name: 'Speedy', tracking_url: null, active: true },
    'PATCH /admin/couriers/{id}': {
      name: 'Speedy 2',
      tracking_url: null,
      active: true,
      seen: { name: 'Speedy', tracking_url: null, active: true },
    },
    'POST /admin/cash/previews': { courier, file: CASH_FILE },
    'POST /admin/cash/remittances': {
      courier,
      file: CASH_FILE,
      reference: 'UTR1',
      seen: '0'.repeat(64),
    },
    'POST /admin/cash/orders/{id}': { action: 'settle' },
    'PATCH /admin/settings': { key: 'low_stock', value: 7, seen: null },
    'POST /admin/stock/{id}/movements': { reason: 'received', pieces: 3 },
    'POST /admin/stock/{id}/counts': { counted: 5, shown: 4 },
    'PATCH /admin/products/{id}/price': { version: 0, price: 1, mrp: 1 },
    'PATCH /admin/products/{id}/shown': { version: 0, shown: true },
    'POST /admin/messages/{id}/answers': { text: 'Yes', last_entry: null },
    'POST /admin/messages/{id}/notes': { text: 'Yes' },
    'PATCH /admin/messages/{id}': { state: 'closed' },
    'POST /admin/newsletter/campaigns': CAMPAIGN,
    'PATCH /admin/newsletter/campaigns/{id}': { ...CAMPAIGN, version: 1 },
    'POST /admin/newsletter/campaigns/{id}/test': { version: 1 },
    'POST /admin/newsletter/campaigns/{id}/sending': { version: 1 },
    'POST /admin/staff/invitations': { email: 'new@example.com', role: 'packer' },
    'PATCH /admin/staff/{id}': { role: 'packer' },
  };
  return bodies[key] ?? { courier };
}
