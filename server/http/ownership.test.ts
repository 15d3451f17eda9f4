import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { statement } from '#server/database/tables.ts';
import {
  type ApiEndpoint,
  apiEndpoints,
  pathWith,
  sendRaw,
  shopperWithRows,
  validBodies,
} from '#test/api-endpoints.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, type TestShopper } from '#test/shop.ts';

/**
 * Two mechanisms separate shoppers: every query filters by owner, and row security. These tests call each endpoint with
 * another shopper's ids and the first alone; server/database/full-tables.test.ts proves the second alone.
 */
const shop = await openTestShop();
const { shopper: asha, ids } = await shopperWithRows(shop);
const idsOfAsha: Record<string, string> = { ...ids, sessions: asha.shopper.sessionId };
let before: Record<string, string>;
let bina: TestShopper;
beforeAll(async () => {
  before = await fingerprintsOf(asha);
});

beforeEach(async () => {
  bina = await shop.newShopper();
  await toCheckout(bina, [['1', 2]]);
});

const closed = apiEndpoints.filter(({ endpoint }) => endpoint.access === 'shopper');

describe('without row security', () => {
  beforeAll(async () => {
    for (const { table } of (await ownedTables()).rows)
      await shop.db.owner.query(`alter table ${table} disable row level security`);
  });

  test('row security is off', async () => {
    const seen = await shop.database.rows(statement`select id from orders`);
    expect(seen).not.toEqual([]);
  });

  test.each(closed)('$key cannot reach another shopper’s rows', tryEndpoint);

  test('an order contains nothing from another shopper’s cart', async () => {
    const placed = await submit(bina, await toCheckout(bina, [['2', 1]]));
    expect(placed).toMatchObject({ status: 201, body: { total_amount: 499 * 2 + 799 } });
    expect(await fingerprintsOf(asha)).toEqual(before);
  });
});

async function tryEndpoint(target: ApiEndpoint): Promise<void> {
  const { key, method, endpoint } = target;
  const id = idsOfAsha[target.path.split('/')[2] ?? ''];
  const body = validBodies(ids.addresses)[key];
  const exchange = await sendRaw(shop.app, key, method, pathWith(target.path, id), {
    ...(endpoint.body && { body: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${bina.token}`,
      'content-type': 'application/json',
      ...(endpoint.idempotent && { 'idempotency-key': 'binas-own-key' }),
    },
  });
  if (endpoint.params) expect(exchange.status, exchange.text).toBe(404);
  else if (endpoint.idempotent) expect([404, 409], exchange.text).toContain(exchange.status);
  else expect(exchange.status, exchange.text).toBeLessThan(500);
  for (const known of Object.values(idsOfAsha)) expect(exchange.text).not.toContain(known);
  expect(exchange.text).not.toContain(asha.shopper.userId);
  expect(exchange.text).not.toContain('1234567890');
  expect(await fingerprintsOf(asha)).toEqual(before);
}

/** A fingerprint by table of all rows of a shopper. */
async function fingerprintsOf({ shopper }: TestShopper): Promise<Record<string, string>> {
  const { rows: owned } = await ownedTables();
  const fingerprints: Record<string, string> = {};
  for (const { table, column } of owned) {
    const { rows } = await shop.db.owner.query(
      `select md5(string_agg(t::text, ',' order by t::text)) as print from ${table} t where ${column} = $1`,
      [shopper.userId],
    );
    fingerprints[table] = rows[0].print;
  }
  const sessions = 'select id from auth.sessions where user_id = $1';
  const { rows } = await shop.db.owner.query(sessions, [shopper.userId]);
  return { ...fingerprints, sessions: JSON.stringify(rows) };
}

function ownedTables() {
  return shop.db.owner.query<{ table: string; column: string }>(`
    select relname as table, case relname when 'profiles' then 'id' else 'user_id' end as column
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and exists (select from pg_policy where polrelid = pg_class.oid)
      and (relname = 'profiles' or exists (
        select from pg_attribute where attrelid = pg_class.oid and attname = 'user_id'
      ))`);
}
