import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tables } from '#server/database/tables.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { type Door, doors, knock, pathWith, soundBodies } from '#test/questions.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';

/**
 * Two walls keep shoppers apart: every query says whose rows it means, and row security. Here each door is tried
 * with another shopper's ids behind both walls and behind the first alone, so that neither hides a hole in the other.
 */
let shop: TestShop;
let asha: TestShopper;
let bina: TestShopper;
/** Ids of Asha's, by the first part of the path they belong to. */
let hers: Record<string, string>;
let before: Record<string, string>;

beforeAll(async () => {
  shop = await openTestShop();
});

beforeEach(async () => {
  asha = await shop.newShopper();
  bina = await shop.newShopper();
  const { body: placed } = await submit(asha, await toCheckout(asha, [['6', 1]]));
  const { shipping_address_id } = await toCheckout(asha, [['1', 2]]);
  await toCheckout(bina, [['1', 2]]);
  const { body: cart } = await asha.ask('GET', '/api/cart');
  await asha.ask('PATCH', `/api/addresses/${shipping_address_id}`, { is_default: true });
  await asha.ask('PATCH', '/api/profile', { full_name: 'Asha Rao', phone: '1234567890' });
  hers = {
    cart: cart[0].id,
    addresses: shipping_address_id,
    orders: placed.id,
    sessions: asha.shopper.sessionId,
  };
  before = await holdingsOf(asha);
});

const closed = doors.filter(({ endpoint }) => endpoint.access === 'shopper');

describe('behind both walls', () => {
  test.each(closed)('$key reaches nothing of another shopper’s', tryDoor);
  test('an order takes nothing of another shopper’s cart', orderOneself);
});

describe('behind the first wall alone', () => {
  beforeAll(() => rowSecurity('disable'));

  test('row security is really off', async () => {
    const seen = await shop.database.rows(sql`select id from orders`.compile(tables));
    expect(seen).not.toEqual([]);
  });

  test.each(closed)('$key reaches nothing of another shopper’s', tryDoor);
  test('an order takes nothing of another shopper’s cart', orderOneself);
});

async function orderOneself(): Promise<void> {
  const placed = await submit(bina, await toCheckout(bina, [['2', 1]]));
  expect(placed).toMatchObject({ status: 201, body: { total_amount: 499 * 2 + 799 } });
  expect(await holdingsOf(asha)).toEqual(before);
}

async function tryDoor(door: Door): Promise<void> {
  const { key, method, endpoint } = door;
  const id = hers[door.path.split('/')[2] ?? ''];
  const body = soundBodies(hers.addresses ?? '')[key];
  const exchange = await knock(shop.app, key, method, pathWith(door.path, id), {
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
  for (const known of Object.values(hers)) expect(exchange.text).not.toContain(known);
  expect(exchange.text).not.toContain(asha.shopper.userId);
  expect(exchange.text).not.toContain('1234567890');
  expect(await holdingsOf(asha)).toEqual(before);
}

/** All that a shopper has, as a fingerprint by table. */
async function holdingsOf({ shopper }: TestShopper): Promise<Record<string, string>> {
  const { rows: owned } = await ownedTables();
  const held: Record<string, string> = {};
  for (const { table, column } of owned) {
    const { rows } = await shop.db.owner.query(
      `select md5(string_agg(t::text, ',' order by t::text)) as print from ${table} t where ${column} = $1`,
      [shopper.userId],
    );
    held[table] = rows[0].print;
  }
  const { rows } = await shop.db.owner.query('select id from auth.sessions where user_id = $1', [
    shopper.userId,
  ]);
  held.sessions = JSON.stringify(rows);
  return held;
}

async function rowSecurity(state: 'enable' | 'disable'): Promise<void> {
  const { rows: owned } = await ownedTables();
  for (const { table } of owned) {
    await shop.db.owner.query(`alter table ${table} ${state} row level security`);
  }
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
