import { randomUUID } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { onBehalfOf, type Shopper } from '#server/shopper.ts';
import { openShopDatabase } from '#test/shop-database.ts';
import { statements, workerStatements } from '#test/statements.ts';

/** Tables with one row or a few, or one a day, for which a full scan is fastest. Every other table grows. */
const ONE_ROW = [
  'catalogue_revision',
  'couriers',
  'newsletter_token_key',
  'order_number_key',
  'payment_environment',
  'report_changes',
  'report_days',
  'shop_settings',
  'staff',
  'staff_invitations',
  'staff_sessions',
];

const named = (modules: typeof statements) =>
  Object.values(modules).flatMap((functions) =>
    Object.entries(functions).flatMap(([name, queries]) =>
      queries.map((query, i): [string, CompiledQuery] => [`${name} ${i + 1}`, query]),
    ),
  );

const shop = await openShopDatabase();
const ids = [randomUUID(), randomUUID()] as const;
await fill();
const [asha, bina] = [await signIn(ids[0]), await signIn(ids[1])];
const client = await shop.pool.connect();
// All tests of plans share its transaction, which is idle meanwhile.
await client.query('begin; set local idle_in_transaction_session_timeout = 0');
await client.query('select auth.enter($1, $2)', [asha.sessionId, asha.userId]);

afterAll(async () => {
  await client.query('rollback');
  client.release();
});

/** A use of `statement`, with or without the type of its rows. */
const BUILDS = /\bstatement[<`]/;

describe('every statement is checked, but those of staff, which are in server/admin/statements.slow.test.ts', () => {
  const sources = import.meta.glob<string>(
    ['/server/**/*.ts', '!/server/**/*.test.ts', '!/server/admin/**'],
    { eager: true, query: '?raw', import: 'default' },
  );
  const building = Object.entries(sources).filter(([, text]) =>
    /\{[^}]*\bstatement\b[^}]*\} from '[^']*\/tables\.ts'/.test(text),
  );

  test('the modules', () => {
    const listed = new Set(Object.keys({ ...statements, ...workerStatements }));
    expect([...listed].sort()).toEqual(building.map(([file]) => file).sort());
  });

  test.each(building)('of %s', (file, text) => {
    const functions = [...text.matchAll(/^(?:export )?function (\w+)[\s\S]*?^\}$/gm)].filter(
      ([body]) => BUILDS.test(body),
    );
    const names = functions.map(([, name]) => name ?? '');
    const listed = Object.keys({ ...statements[file], ...workerStatements[file] });
    expect(listed.sort()).toEqual(names.sort());
    const outside = functions.reduce((rest, [body]) => rest.replace(body, ''), text);
    expect(outside, 'builds a statement outside of a function of its own').not.toMatch(BUILDS);
  });
});

// PostgreSQL plans a statement inside a function once for all values; EXPLAIN of the call does not show it.
test('on full tables no SQL function that everybody can cause to run scans a growing one', async () => {
  type Found = { name: string; body: string; types: string[]; names: string[] | null };
  const { rows } = await shop.db.owner.query<Found>(`
    select proname as name, prosrc as body, proargnames as names,
      array(select format_type(t, null) from unnest(proargtypes) t) as types
    from pg_proc join pg_language l on l.oid = prolang
    where pronamespace = 'public'::regnamespace and lanname = 'sql'
    order by 1`);
  expect(rows.map(({ name }) => name)).toContain('order_timeline');
  for (const { name, body, types, names } of rows) {
    for (const statement of body.split(/;\s*(?:\n|$)/).filter((part) => part.trim() !== '')) {
      const text = withNumbers(statement, names ?? [], types);
      const plan = await explain(`${GENERIC} ${text}`, [], shop.db.owner);
      expect(readWhole(plan), `${name}: ${JSON.stringify(plan, null, 1)}`).toEqual([]);
    }
  }
});

test.each(named(statements))(
  '%s scans no growing table as a shopper with row security, planned for its values or for any',
  (_, query) => expectIndexes(query),
);

/** Every night they ask which pictures all products use, and of those that none uses whether any order shows them. */
const OF_ALL = ['noteUse 1', 'findUnused 1', 'keepOrdered 1'];

test.each(named(workerStatements).filter(([name]) => !OF_ALL.includes(name)))(
  '%s scans no growing table with the role of the worker, planned for its values or for any',
  async (_, query) => {
    await client.query('savepoint worker; set local role shop_worker');
    await expectIndexes(query).finally(() => client.query('rollback to worker'));
  },
);

async function expectIndexes(query: CompiledQuery): Promise<void> {
  for (const plan of [
    await explain(`explain (format json) ${query.sql}`, query.parameters),
    await explain(`${GENERIC} ${query.sql}`),
  ])
    expect(readWhole(plan), JSON.stringify(plan, null, 1)).toEqual([]);
}

test('every foreign key has an index', async () => {
  const { rows } = await shop.db.owner.query(`
    select conrelid::regclass::text as table, conname as constraint from pg_constraint
    where contype = 'f' and connamespace in ('public'::regnamespace, 'auth'::regnamespace)
      and not exists (
        select from pg_index where indrelid = conrelid and indpred is null and indkey[0] = any(conkey)
      )`);
  expect(rows).toEqual([]);
});

/** Public tables, which belong to no shopper. Every other table must have row security. */
const EVERYBODYS = [
  'catalogue_revision',
  'demo_emails',
  'payment_environment',
  'search_synonyms',
  'search_words',
];

/** Tables with shoppers' data and the column that names the shopper, from the system catalogue; not those of staff. */
const { rows: owned } = await shop.db.owner.query<{ table: string; column: string }>(`
  select relname as table, attname as column
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and (attname = 'user_id' or (relname = 'profiles' and attname = 'id'))
    and has_any_column_privilege('shop_app', pg_class.oid, 'select')
  order by relname`);
const {
  rows: [ofBina],
} = await shop.db.owner.query<{ order: string; address: string }>(
  `select orders.id as order, addresses.id as address from orders join addresses using (user_id)
   where user_id = $1`,
  [bina.userId],
);

const TABLES = `relkind in ('r', 'p', 'v', 'm')`;
const hasPrivilege = (role: string) =>
  `${TABLES} and (has_any_column_privilege('${role}', oid, 'select, insert, update')
     or has_table_privilege('${role}', oid, 'delete, truncate'))`;

/** The names of relations for which this holds. */
async function tablesWhere(condition: string, schemas = 'public'): Promise<string[]> {
  const { rows } = await shop.db.owner.query(
    `select relname as name from pg_class
     where relnamespace = any($1::regnamespace[]) and (${condition}) order by 1`,
    [schemas.split(', ')],
  );
  return rows.map(({ name }) => name);
}

describe('every table of the shop', () => {
  test('with a shopper’s data has row security and a policy', async () => {
    const names = owned.map(({ table }) => table);
    expect(names).toEqual(
      expect.arrayContaining(['addresses', 'cart_items', 'order_items', 'orders', 'profiles']),
    );
    expect(
      await tablesWhere(
        'relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid)',
      ),
    ).toEqual(expect.arrayContaining(names));
  });

  test.each([
    ['the accounts of a shop may not reach', hasPrivilege('shop_auth'), 'public', []],
    [
      'the shop may read without row security',
      `${TABLES} and not relrowsecurity and reloptions is distinct from '{security_invoker=true}' and has_any_column_privilege('shop_app', oid, 'select, insert, update')`,
      'public',
      EVERYBODYS,
    ],
    [
      'a role without grants may not reach',
      'exists (select from aclexplode(relacl) where grantee = 0)',
      'public, auth',
      [],
    ],
    [
      'the shop may not reach, also when the accounts add one',
      hasPrivilege('shop_app'),
      'auth',
      [],
    ],
    ['of accounts the worker may reach', hasPrivilege('shop_worker'), 'auth', ['sessions']],
  ])('that %s is listed here', async (_, condition, schemas, names) => {
    expect(await tablesWhere(condition, schemas)).toEqual(names);
  });

  test('is owned by another role than the shop’s, which cannot bypass row security', async () => {
    const { rows } = await shop.db.owner.query(`
      select rolsuper, rolbypassrls from pg_roles where rolname in ('shop_app', 'shop_auth', 'shop_worker')`);
    const role = { rolsuper: false, rolbypassrls: false };
    expect(rows).toEqual([role, role, role]);
  });
});

describe('without a shopper', () => {
  test('no rows are visible, though there are some', async () => {
    for (const { table } of owned) {
      expect(await shop.pool.query(`select from ${table}`), table).toMatchObject({ rowCount: 0 });
      const all = await shop.db.owner.query(`select from ${table}`);
      expect(all.rowCount, table).toBeGreaterThan(1);
    }
  });

  test('no rows can be written', async () => {
    await expect(shop.pool.query(insertAddress(asha))).rejects.toThrow(/row-level security/);
    expect(await shop.pool.query('delete from cart_items')).toMatchObject({ rowCount: 0 });
  });
});

describe('a shopper', () => {
  test('sees only their own rows, though the query has no filter', async () => {
    for (const { table, column } of owned) {
      const rows = await as(asha, `select distinct ${column} as whose from ${table}`);
      expect(rows, table).toEqual([{ whose: asha.userId }]);
    }
  });

  test('changes only their own rows, though the query has no filter', async () => {
    await undone(asha, async (query) => {
      for (const statement of [
        `update addresses set city = 'Elsewhere' returning user_id as whose`,
        `update profiles set full_name = 'Changed' returning id as whose`,
        'delete from cart_items returning user_id as whose',
      ])
        for (const row of await query(statement)) expect(row).toEqual({ whose: asha.userId });
    });
  });

  const DENIED = { message: expect.stringMatching(/row-level security/) };
  const FOREIGN = { code: '23503' };
  const ITEM = `insert into order_items (order_id, user_id, product_id, product_name, product_image, quantity,
    price)`;
  const ORDER = `insert into orders (shipping_address_id, user_id, order_number, total_amount,
    shipping_address, payment_method, idempotency_key, request_hash)`;

  test.each([
    ['an address', () => insertAddress(bina), DENIED],
    [
      'a cart item',
      () => `insert into cart_items (user_id, product_id, product_name, product_image, quantity, price)
             values ('${bina.userId}', '5', 'X', 'x', 1, 1)`,
      DENIED,
    ],
    [
      'an item of their own in the order',
      () => `${ITEM} values ('${ofBina?.order}', '${asha.userId}', '1', 'X', 'x', 1, 1)`,
      FOREIGN,
    ],
    [
      'an order of their own to the address',
      () =>
        `${ORDER} values ('${ofBina?.address}', '${asha.userId}', 'X', 1, '{}', 'cod', 'some-key', 'x')`,
      FOREIGN,
    ],
  ])('cannot write %s of another shopper', async (_, statement, error) => {
    await expect(as(asha, statement())).rejects.toMatchObject(error);
  });
});

test.each([
  'select from auth.users',
  'select from auth.sessions',
  'select from auth.factors',
  'select from auth.audit_log',
  'select from rate_limits',
  'update rate_limits set points = 0',
  `insert into auth.sessions (user_id) values (gen_random_uuid())`,
  'select from order_number_key',
  'select from newsletter_token_key',
  `select setval('order_number_sequence', 1)`,
  'update products set price = 1',
  `update products set name = 'X'`,
  `insert into products (id) values ('7')`,
  'delete from products',
  'update orders set total_amount = 1',
  `update orders set payment_id = null`,
  'update payments set amount_paise = 1',
  'update payment_intents set amount_paise = 100',
  'update orders set paid_amount = 1',
  'delete from payments',
  'delete from disputes',
  'update refunds set amount_paise = 1',
  'select from contact_messages',
  `update contact_messages set message = 'X'`,
  'delete from contact_messages',
  'select from newsletter_subscriptions',
  `insert into newsletter_subscriptions (email) values ('a@b.in')`,
  'delete from orders',
  'update order_items set quantity = 1',
  'update catalogue_revision set revision = 1',
  'update payment_environment set live = true',
  'delete from payment_environment',
  `update demo_emails set text = 'X'`,
  'delete from applied_migrations',
  'create table mine (id integer)',
])('the shop itself cannot %s', async (statement) => {
  await expect(as(asha, statement)).rejects.toMatchObject({ code: '42501' });
});

describe('the worker, which sees rows of everybody,', () => {
  async function asWorker(statement: string) {
    await client.query('savepoint worker; set local role shop_worker');
    return client.query(statement).finally(() => client.query('rollback to worker'));
  }

  test.each([
    'select from orders',
    'select from addresses',
    'select from profiles',
    'select email from payment_intents',
    'update payments set status = $$captured$$',
    'update refunds set status = $$processed$$',
    'update products set stock = 1',
    'insert into products (id) values ($$7$$)',
    'delete from products',
    'select token_hash from staff_invitations',
    'select email from staff',
    'insert into staff (user_id) values (gen_random_uuid())',
    'delete from audit_log',
    'update audit_log set verb = $$x$$',
    'insert into audit_log (verb, subject_type, subject_id) values ($$cancel$$, $$order$$, $$x$$)',
    'select token_hash from newsletter_subscriptions',
    'insert into newsletter_subscriptions (email) values ($$a@b.in$$)',
    'update contact_messages set message = $$X$$',
    'select from auth.users',
    'select id from auth.sessions',
    'delete from auth.sessions',
  ])('cannot %s', async (statement) => {
    await expect(asWorker(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test.each([
    'delete from payment_intents',
    'delete from payments',
    'update audit_log set before = null, after = null where verb <> $$correct_address$$',
  ])('changes nothing by: %s', async (statement) => {
    expect(await asWorker(statement)).toMatchObject({ rowCount: 0 });
  });
});

/** One of the people, as a shopper with an open session. */
async function signIn(userId: string): Promise<Shopper> {
  const { rows } = await shop.db.owner.query<{ id: string }>(
    `with newcomer as (
       insert into auth.users (id, email, created_at, updated_at)
       values ($1::uuid, $1 || '@example.com', now(), now()) returning id
     )
     insert into auth.sessions (user_id, amr, refresh_paid_until, refreshed_at, expires_at, created_at)
     select id, '[]', now(), now(), now() + interval '1 day', now() from newcomer returning id`,
    [userId],
  );
  return { ...onBehalfOf(userId), sessionId: rows[0]?.id ?? '' };
}

/** Inserts so many rows that a full scan would be the wrong choice. */
async function fill(): Promise<void> {
  await shop.db.owner.query(`
    insert into products (id, name, description, long_description, price, weight, image, images, category,
      ingredients, rating, review_count, popularity, stock, created_at)
    select 'p' || n, 'Tea ' || md5(n::text), 'Leaves ' || md5('d' || n), '', 100 + n, '50g', 'x', '{x}',
      (array['loose-leaf', 'packaged', 'gift-set'])[n % 3 + 1], '', 4, n, n, 100,
      now() - n * interval '1 hour'
    from generate_series(1, 2000) n;
    insert into search_synonyms (term, meaning) select md5('s' || n), 'tea' from generate_series(1, 2000) n;
    insert into contact_messages (id, name, email, subject, message)
      select gen_random_uuid(), 'X', 'a@b.in', 'X', 'X' from generate_series(1, 2000);
    insert into staff (user_id, email, role) values (gen_random_uuid(), 'o@b.in', 'owner');
    insert into message_entries (message_id, kind, text, staff_id, idempotency_key)
      select contact_messages.id, 'answer', 'X', user_id, 'x' from contact_messages, staff;
    insert into newsletter_subscriptions (email, request_id, token_hash, token_expires_at, confirmed_at)
      select n || '@b.in', gen_random_uuid(), sha256(n::text::bytea), now(), case n % 20 when 0 then null else now() end
      from generate_series(1, 2000) n;
    insert into newsletter_letters (subject, heading, text, button_label, button_url, picture_text, created_by)
      select 'X', 'X', 'X', '', '', '', user_id from staff, generate_series(1, 2000);
    insert into newsletter_deliveries (letter_id, email)
      select id, email from (select id from newsletter_letters limit 2) letter, newsletter_subscriptions;
    insert into rate_limits (key, points, expire)
      select 'key ' || n, 1, extract(epoch from now()) * 1000 + 1e6 from generate_series(1, 2000) n;
    insert into demo_emails (idempotency_key, recipient, subject, text, html)
      select 'key ' || n, 'a@b.in', 'X', 'X', 'X' from generate_series(1, 2000) n;
    insert into audit_log (verb, subject_type, subject_id, before)
      select case n % 50 when 0 then 'correct_address' else 'pack' end, 'order', gen_random_uuid(), '{}'
      from generate_series(1, 5000) n;
    insert into pictures (hash, state) select md5(n::text), 'ready' from generate_series(1, 2000) n;
    insert into picture_files (hash, width, format, bytes)
      select hash, width, 'avif', 'x' from pictures, unnest('{160,320}'::int[]) width;
    insert into staff (user_id, email, role) values (gen_random_uuid(), 'o@b.in', 'owner');
    insert into price_changes (product_id, price, starts_at, staff_id)
      select 'p' || n, 1, now() + interval '1 day', (select user_id from staff limit 1) from generate_series(1, 2000) n;
    create temporary table people as select gen_random_uuid() as id from generate_series(1, 1000)
      union all select unnest('{${ids}}'::uuid[]);
    insert into auth.users (id, email, created_at, updated_at)
      select id, id || '@b.in', now(), now() from people where id <> all('{${ids}}'::uuid[]);
    insert into auth.sessions (user_id, amr, refresh_paid_until, refreshed_at, expires_at, created_at)
      select id, '[]', now(), now(), now(), now() from auth.users;
    insert into delivery_areas (prefix) select (400000 + n)::text from generate_series(1, 2000) n;
    insert into cash_blocks (user_id) select id from people;
    insert into profiles (id, full_name) select id, 'X' from people;
    insert into cart_items (user_id, product_id, product_name, product_image, quantity, price)
      select people.id, 'p' || n, 'X', 'x', 1, 100 + n from people, generate_series(1, 3) n;
    insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code)
      select id, 'X', '9876543210', 'X', 'X', 'X', 'X' from people, generate_series(1, 2);
    insert into orders (user_id, order_number, total_amount, shipping_address, payment_method,
      idempotency_key, request_hash)
      select id, generate_order_number(), 1, '{}', 'cod', 'key-of-' || lpad(n::text, 4, '0'), 'x'
      from people, generate_series(1, 4) n;
    insert into coupons (code, kind, value, personal) select 'TEA' || n, 'percent', 10, true from generate_series(1, 2000) n;
    update orders set coupon_code = 'TEA' || right(idempotency_key, 1), coupon_discount = 1 where random() < 0.01;
    insert into payment_intents (user_id, email, idempotency_key, request_hash, order_number, amount_paise,
      shipping_address, mode, key_id, state, expires_at)
      select id, 'x', 'key-of-' || lpad(n::text, 4, '0'), 'x', generate_order_number(), 100, '{}', 'sandbox',
        'x', case n when 1 then 'open' else 'expired' end, now()
      from people, generate_series(1, 3) n;
    insert into payment_intent_items (intent_id, user_id, product_id, product_name, product_image, quantity,
      unit_paise)
      select id, user_id, 'p' || n, 'X', 'x', 1, 100 from payment_intents, generate_series(1, 2) n;
    insert into payments (id, intent_id, user_id, amount_paise, status)
      select 'pay_' || left(md5(id::text), 14), id, user_id, 100, 'captured' from payment_intents;
    insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
      select id, user_id, 100, 'duplicate', 'auto-' || id from payments;
    insert into disputes (id, payment_id, user_id, amount_paise, deducted_paise, reason, phase, status, created_at)
      select 'disp_' || substr(id, 5), id, user_id, 100, 0, 'x', 'chargeback', 'won', now() from payments;
    update payment_intents set state = 'completed', holds_stock = false
      where state = 'expired' or user_id in (select id from people offset 20);
    update refunds set status = 'failed';
    insert into order_items (order_id, user_id, product_id, product_name, product_image, quantity, price)
      select orders.id, user_id, 'p' || n, 'X', 'x', 1, 1 from orders, generate_series(1, 2) n;
    insert into order_events (order_id, user_id, kind, actor, shown_to_shopper)
      select id, user_id, 'confirm', 'system', true from orders;
    insert into returned_items (order_item_id, event_id, order_id, user_id, good, damaged)
      select item.id, event.id, item.order_id, item.user_id, 1, 0
      from order_items item join order_events event using (order_id);
    insert into manual_refunds (order_id, user_id, amount, way, reference, reason, staff_id, idempotency_key)
      select id, user_id, 1, 'upi', 'X', 'returned', (select user_id from staff limit 1), 'key-of-' || id from orders;
    insert into shipments (order_id, user_id, courier, tracking_number)
      select id, user_id, (select id from couriers limit 1), 'TR' || row_number() over () from orders;
    insert into cod_collections (order_id, amount, due_at) select id, 1, now() from orders;
    insert into staff (user_id, email, role) values (gen_random_uuid(), 'a@b.in', 'owner');
    insert into cod_remittances (courier, reference, file_hash, amount, orders, staff_id)
      select couriers.id, 'UTR' || n, sha256(n::text::bytea), 2, 2, staff.user_id
      from (select id from couriers limit 1) couriers,
        (select user_id from staff limit 1) staff, generate_series(1, 2000) n;
    insert into cod_remittance_lines (remittance_id, order_id, tracking_number, amount, state, before)
      select remittance.id, cash.order_id, 'X', 1, 'remitted', '{}'
      from (select id, row_number() over () as n from cod_remittances) remittance
      join (select order_id, 1 + row_number() over () / 2 as n from cod_collections) cash using (n)`);
  await shop.db.owner.query('vacuum analyze'); // also merges the GIN index's pending list
}

const Plan = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  get Plans() {
    return z.optional(z.array(Plan));
  },
});
type Plan = z.infer<typeof Plan>;

const GENERIC = 'explain (generic_plan, format json)';

async function explain(
  text: string,
  parameters: readonly unknown[] = [],
  as: pg.PoolClient | pg.Pool = client,
): Promise<Plan> {
  const { rows } = await as.query(text, [...parameters]);
  return Plan.parse(rows[0]['QUERY PLAN'][0].Plan);
}

/** A function's statement with $1, $2 instead of its arguments' names. */
function withNumbers(statement: string, names: string[], types: string[]): string {
  return types.reduce(
    (text, type, i) =>
      text.replaceAll(new RegExp(`\\b${names[i]}\\b`, 'g'), `($${i + 1}::${type})`),
    statement,
  );
}

function readWhole(plan: Plan): string[] {
  const table = plan['Relation Name'];
  const here = plan['Node Type'].includes('Seq Scan') && table && !ONE_ROW.includes(table);
  return [...(here ? [table] : []), ...(plan.Plans ?? []).flatMap(readWhole)];
}

function insertAddress(shopper: Shopper): string {
  return `insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code)
    values ('${shopper.userId}', 'X', '9876543210', 'X', 'X', 'X', 'X')`;
}

/** Runs one statement as the shop does for this shopper, and rolls it back. */
async function as(shopper: Shopper, statement: string): Promise<unknown[]> {
  return undone(shopper, (query) => query(statement));
}

async function undone<T>(
  shopper: Shopper,
  work: (query: (statement: string) => Promise<unknown[]>) => Promise<T>,
): Promise<T> {
  const own = await shop.pool.connect();
  try {
    await own.query('begin');
    await own.query('select auth.enter($1, $2)', [shopper.sessionId, shopper.userId]);
    return await work(async (statement) => (await own.query(statement)).rows);
  } finally {
    await own.query('rollback');
    own.release();
  }
}
