import { beforeAll, describe, expect, test } from 'vitest';
import { UploadedPicture } from '#contract/admin/products.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { adminEndpoints } from '#contract/endpoints.ts';
import type { ERRORS } from '#contract/errors.ts';
import { STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { pathWith, sendRaw } from '#test/api-endpoints.ts';
import { HOME, refused, submit, toCheckout } from '#test/checkout.ts';
import { openPayingShop, paidOrder } from '#test/payments.ts';
import { jpegOf } from '#test/picture-file.ts';
import { expectErrorCode, tableFingerprints } from '#test/refusals.ts';
import type { TestShopper } from '#test/shop.ts';
import { hireStaff, newStaff } from '#test/staff.ts';
import { UPLOAD_PATH } from './products/upload.ts';

/** Every endpoint for staff, with every kind of caller that must be refused and with the roles that may call it. */
const shop = await openPayingShop();
const staff = await hireStaff(shop);
const { owner, accountant, rows, courier, act, get, page, actOnAll } = staff;
const asha = await shop.newShopper();
const { id: order } = await staff.place([['1', 2]], asha);

let picture: Uint8Array<ArrayBuffer>;
const callers = new Map<string, TestShopper>([
  ['a shopper', asha],
  ...STAFF_ROLES.map((role) => [role, staff[role]] as const),
]);

beforeAll(async () => {
  picture = await jpegOf(800, 800);
  callers.set('without a factor', await newStaff(shop, 'owner', { factor: false }));
  callers.set('with an old factor', await newStaff(shop, 'owner', { shownAgo: 601 }));
  const ended = await newStaff(shop, 'owner');
  await rows('delete from auth.sessions where id = $1', [ended.shopper.sessionId]);
  callers.set('signed out', ended);
  const revoked = await newStaff(shop, 'owner');
  await rows('update staff set disabled_at = now() where user_id = $1', [revoked.shopper.userId]);
  callers.set('revoked', revoked);
});

/** What others than owners may call; each other endpoint is only for owners. */
const ALL = [
  ...['GET /admin/me', 'GET /admin/today', 'GET /admin/audit', 'GET /admin/changes'],
  ...['GET /admin/orders', 'GET /admin/orders/{id}', 'GET /admin/orders/details'],
];
const ALLOWED: Record<StaffRole, readonly string[] | null> = {
  owner: null,
  packer: [
    ...ALL,
    ...['POST /admin/orders/{id}/actions', 'POST /admin/orders/actions'],
    ...['POST /admin/orders/{id}/notes', 'PATCH /admin/orders/{id}/address'],
    ...['PATCH /admin/orders/{id}/parcel', 'GET /admin/couriers', 'GET /admin/products'],
    ...['GET /admin/stock/{id}/movements', 'POST /admin/stock/{id}/movements'],
    'POST /admin/stock/{id}/counts',
  ],
  accountant: [
    ...ALL,
    ...[
      'GET /admin/coupons',
      'GET /admin/cash',
      'GET /admin/cash/export',
      'GET /admin/cash/orders',
    ],
    ...['POST /admin/cash/orders/{id}', 'POST /admin/cash/previews'],
    ...['GET /admin/cash/remittances'],
    ...['POST /admin/cash/remittances', 'POST /admin/cash/remittances/{id}/undo'],
    ...['GET /admin/reports/{name}', 'GET /admin/reports/{name}/export'],
    ...['GET /admin/orders/export', 'POST /admin/orders/{id}/manual-refunds'],
  ],
};

/** Endpoints that are not in the contract's tables, because their body or response is not JSON. */
const staffOnly = { access: 'staff', summary: '', errors: [] } as const;
const APART: Record<string, Endpoint> = {
  [`PUT ${UPLOAD_PATH}`]: {
    ...staffOnly,
    roles: ['owner'],
    status: 201,
    response: UploadedPicture,
  },
};

const endpoints = Object.entries<Endpoint>({ ...adminEndpoints, ...APART })
  .filter(([, endpoint]) => endpoint.access === 'staff')
  .map(([key, endpoint]) => ({
    key,
    endpoint,
    roles: STAFF_ROLES.filter((role) => ALLOWED[role]?.includes(key) ?? true),
  }));

test('every endpoint declares who may call it: owners, and few of them others', () => {
  for (const { key, endpoint, roles } of endpoints)
    expect([...(endpoint.roles ?? [])].sort(), key).toEqual([...roles].sort());
  const keys = endpoints.map(({ key }) => key);
  expect(keys).toEqual(
    expect.arrayContaining(Object.values(ALLOWED).flatMap((each) => each ?? [])),
  );
});

test('endpoints that change staff or accounts, refund, export or email everybody require a recent second factor', () => {
  const needs = /^(POST|PATCH|DELETE) .*(\/staff|refunds|sessions|factors|sending)|\/export$/;
  for (const { key, endpoint } of endpoints)
    expect(endpoint.recentFactor ?? false, key).toBe(needs.test(key));
});

const send = (
  { key, endpoint }: (typeof endpoints)[number],
  caller: string | null,
  body: unknown = bodyOf(key),
) => {
  const [method = '', path = ''] = key.split(' ');
  const token = caller === null ? null : callers.get(caller)?.token;
  const id = /^\/admin\/(stock|products)/.test(path) ? '1' : order;
  return sendRaw(shop.app, `${key} by ${caller}`, method, `/api${pathWith(path, id)}`, {
    ...(endpoint.body && { body: JSON.stringify(body) }),
    ...(path === UPLOAD_PATH && { body: picture }),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      'idempotency-key': 'a-key-of-this-test',
    },
  });
};

test('every endpoint refuses everybody else, and changes nothing', async () => {
  const before = await tableFingerprints(shop.db.owner);
  for (const each of endpoints) {
    const refuses = async (
      caller: string | null,
      status: number,
      code: keyof typeof ERRORS,
      body?: unknown,
    ) => expectErrorCode(await send(each, caller, body), status, code);
    await refuses(null, 401, 'not_signed_in');
    // It does not exist for shoppers, also with an invalid body.
    for (const body of [undefined, { nonsense: true }, 'nonsense'])
      await refuses('a shopper', 404, 'not_found', body);
    await refuses('signed out', 401, 'not_signed_in');
    await refuses('revoked', 404, 'not_found');
    await refuses('without a factor', 403, 'factor_required');
    for (const role of STAFF_ROLES)
      if (!each.roles.includes(role)) await refuses(role, 403, 'not_permitted');
    if (each.endpoint.recentFactor) await refuses('with an old factor', 403, 'stale_factor');
  }
  expect(await tableFingerprints(shop.db.owner)).toEqual(before);
});

test.each(endpoints)('$key accepts its roles, and answers as the contract says', async (each) => {
  for (const role of each.roles) {
    const { status, text } = await send(each, role);
    expect([401, 403, 500], `${role}: ${text}`).not.toContain(status);
    if (text.includes('"error"')) continue;
    each.endpoint.response?.parse(JSON.parse(text));
    expect(status).toBe(each.endpoint.status);
  }
});

describe('a step that refunds money requires a recent second factor, as a refund does', () => {
  const refunds = (id: string) =>
    rows('select from refunds join orders using (payment_id) where orders.id = $1', [id]);
  const as = (shownAgo: number) => newStaff(shop, 'owner', { shownAgo });

  test.each(['cancel', 'lose', 'receive_back'])('%s', async (verb) => {
    const [{ order: id }, cash] = [await paidOrder(shop), await staff.place([['1', 1]])];
    if (verb !== 'cancel') {
      // In the database, because a test payment cannot be handed over.
      await rows('alter table orders drop constraint if exists orders_payment_mode_fkey');
      await rows(
        `update orders set fulfilment = 'shipped', payment_mode = case when payment_id is not null then 'live' end
         where id in ($1, $2)`,
        [id, cash.id],
      );
    }
    const before = await page(id);
    expect(await act(id, verb, { who: await as(601) })).toMatchObject(refused(403, 'stale_factor'));
    expect([await page(id), await refunds(id)]).toEqual([before, []]);
    expect((await act(id, verb, { who: await as(300) })).status).toBe(200);
    expect(await refunds(id)).toHaveLength(1);
    expect((await act(cash.id, verb, { who: await as(7 * 3600) })).status).toBe(200);
  });

  test('in a bulk request, before any order is done; not for cash orders alone', async () => {
    const orders = [(await paidOrder(shop)).order, (await staff.place([['1', 1]])).id];
    const items = orders.map((id) => ({ id, version: 0 }));
    const cancel = async (each: object[]) =>
      actOnAll('cancel', each, { reason: 'other' }, await as(601));
    expect(await cancel(items)).toMatchObject(refused(403, 'stale_factor'));
    expect((await cancel(items.slice(1))).body.outcomes).toMatchObject([{ refused: null }]);
  });

  test('but not the shopper’s own cancellation', async () => {
    const { order: id, shopper } = await paidOrder(shop);
    await shopper.request('POST', `/api/orders/${id}/cancellation`, {});
    expect(await refunds(id)).toHaveLength(1);
  });
});

describe('a role finds an order only by data that it may see', () => {
  const PLACE = {
    ...HOME,
    ...{ full_name: 'Zubeida Quamar', phone: '9123456780', address_line1: '7 Peacock Lane' },
    ...{ city: 'Ujjain', state: 'Madhya Pradesh', postal_code: '456001' },
  };
  const EVERYBODY = STAFF_ROLES;
  const BOTH = ['owner', 'packer'] as const;
  const searches: [what: string, roles: readonly StaffRole[], typed: string][] = [
    ['number', EVERYBODY, 'the-number'],
    ['city', EVERYBODY, 'ujjain'],
    ['PIN', EVERYBODY, '456 001'],
    ['tracking number', EVERYBODY, 'ZQTRACK77'],
    ['name', BOTH, 'Zubeida'],
    ['last name and city', BOTH, 'Quamar, Ujjain'],
    ['beginning of a name in capitals with accents', BOTH, 'ZÚB'],
    ['name after a sign of its own', BOTH, '~ Zubeida = Quamar'],
    ['phone', BOTH, '+91‑91234–56780'],
    ['last four digits of a phone', BOTH, '6780'],
    ['email', ['owner'], 'the-account'],
    ['email with a sign before it', ['owner'], '=the-account'],
    ['street', [], 'Peacock'],
  ];
  let found: { id: string; number: string; email: string };

  beforeAll(async () => {
    const zubeida = await shop.newShopper();
    const { body } = await submit(zubeida, await toCheckout(zubeida, [['2', 1]], PLACE));
    found = { id: body.id, number: body.order_number, email: zubeida.shopper.email };
    await act(body.id, 'hand_over', { tracking_number: 'ZQTRACK77' });
  });

  test.each(searches)('%s', async (_, roles, typed) => {
    const q = typed.replace('the-number', found.number).replace('the-account', found.email);
    for (const role of STAFF_ROLES) {
      const { orders } = await get(`orders?q=${encodeURIComponent(q)}`, staff[role]);
      const finds = orders.some(({ id }: { id: string }) => id === found.id);
      expect(finds, `${role} finds it by ${q}`).toBe(roles.includes(role));
    }
  });

  test('also with any query in the database, and nothing without words', async () => {
    expect(await get('orders?q=%23')).toEqual({ orders: [], next: null });
    for (const words of [`'zubeida':*`, `!'x' | '~zubeida'`, `'~':* & '~zub':*`, `'~<0876':*`]) {
      const ids = await rows(
        `select list_orders('{}', null, null, null, null, null, null, null, null, $1::tsquery, null, '{}', null, false, 50) as id
         from (select set_config('shop.staff_role', 'accountant', true) offset 0) role`,
        [words],
      );
      expect(ids, words).not.toContainEqual({ id: found.id });
    }
  });
});

test('a step’s free text is visible only to owners, as a note is', async () => {
  const NOTE = 'Her neighbour says she moved to Ujjain';
  const { id } = await staff.place([['1', 2]], asha);
  const done = await act(id, 'cancel', { note: NOTE });
  expect(done.body.events.slice(-2)).toMatchObject([
    { kind: 'cancel' },
    { kind: 'note', staff: owner.shopper.email, data: { text: NOTE }, shown_to_shopper: false },
  ]);
  const seen = [await page(id, accountant), await get(`audit?subject_id=${id}`, accountant)];
  for (const each of seen) expect(JSON.stringify(each)).toContain('cancel');
  expect(JSON.stringify([...seen, await staff.seenBy(asha, id)])).not.toContain(NOTE);
});

describe('no query string of an admin URL causes a server error', () => {
  const VALUES = [
    ...['', 'a\0b', "'", '\\', ':*', '!&|()<->', '%', 'अशा राव', 'x'.repeat(10_000), '((((1234'],
    ...['0000-01-01', '9999-12-31', '2026-02-30', '999999999999999999', '-1', '__proto__'],
  ];
  const namesOf = (query: object): string[] =>
    'shape' in query && query.shape ? Object.keys(query.shape) : [];
  const queries = endpoints.flatMap(({ key, endpoint: { query = {} } }) =>
    namesOf(query).map((name) => ({ path: key.replace('GET ', ''), name })),
  );

  test.each(queries)('$path?$name=…', async ({ path, name }) => {
    for (const value of VALUES) {
      const url = `/api${pathWith(path, '1')}?${new URLSearchParams({ [name]: value })}`;
      expect((await owner.request('GET', url)).status, JSON.stringify(value)).toBeLessThan(500);
    }
  });

  test('there are such endpoints', () => expect(queries.length).toBeGreaterThan(10));
});

function bodyOf(key: string): unknown {
  const file = Buffer.from('AWB,Amount\nTRACK1,998').toString('base64');
  const refund = { version: 0, amount: 1, reason: 'goodwill' };
  const named = { name: 'Speedy', tracking_url: null, active: true };
  const bodies: Record<string, unknown> = {
    'POST /admin/orders/{id}/actions': { verb: 'pack', version: 0 },
    'POST /admin/orders/actions': { verb: 'pack', items: [{ id: order, version: 0 }] },
    'POST /admin/failed-jobs/retries': { ids: [order] },
    'PATCH /admin/orders/{id}/address': { ...HOME, version: 0 },
    'POST /admin/orders/{id}/emails': { version: 0 },
    'POST /admin/orders/{id}/notes': { text: 'Rang twice' },
    'POST /admin/orders/{id}/refunds': refund,
    'POST /admin/orders/{id}/manual-refunds': { ...refund, way: 'upi', reference: 'UTR1' },
    'POST /admin/coupons': { code: 'TEA10' },
    'PATCH /admin/coupons/{code}': { action: 'end' },
    'POST /admin/couriers': named,
    'POST /admin/cash/previews': { courier, file },
    'POST /admin/cash/remittances': { courier, file, reference: 'UTR1', seen: '0'.repeat(64) },
    'POST /admin/cash/orders/{id}': { action: 'settle' },
    'PATCH /admin/settings': { key: 'low_stock', value: 7, seen: null },
    'POST /admin/stock/{id}/movements': { reason: 'received', pieces: 3 },
    'PATCH /admin/products/{id}/price': { version: 0, price: 1, mrp: 1 },
    'POST /admin/messages/{id}/notes': { text: 'Yes' },
    'POST /admin/newsletter/campaigns/{id}/sending': { version: 1 },
    'POST /admin/staff/invitations': { email: 'new@example.com', role: 'packer' },
    'PATCH /admin/staff/{id}': { role: 'packer' },
  };
  return bodies[key] ?? { courier };
}
