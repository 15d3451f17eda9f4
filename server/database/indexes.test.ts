import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { insertShopper, openShopDatabase, type ShopDatabase } from '#test/shop-database.ts';
import { statements } from '#test/statements.ts';

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

const named = Object.values(statements).flatMap((functions) =>
  Object.entries(functions).flatMap(([name, queries]) =>
    queries.map((query, i): [string, CompiledQuery] => [`${name} ${i + 1}`, query]),
  ),
);

let shop: ShopDatabase;
let client: pg.PoolClient;

beforeAll(async () => {
  shop = await openShopDatabase();
  await fill();
  client = await shop.pool.connect();
  // All tests share its transaction, which is idle meanwhile.
  await client.query('begin; set local idle_in_transaction_session_timeout = 0');
  const shopper = await insertShopper(shop.db.owner);
  await client.query('select auth.enter($1, $2)', [shopper.sessionId, shopper.userId]);
});

afterAll(async () => {
  await client.query('rollback');
  client.release();
});

describe('every statement is checked', () => {
  const modules = import.meta.glob<object>(
    ['/server/**/{queries,*-query,*-queries}.ts', '!/server/admin/**'],
    { eager: true },
  );
  const sources = import.meta.glob<string>('/server/**/*.ts', {
    eager: true,
    query: '?raw',
    import: 'default',
  });

  test('no other module builds statements; those of staff are in server/admin/statements.slow.test.ts', () => {
    const importsStatement = /\{[^}]*\bstatement\b[^}]*\} from '[^']*\/tables\.ts'/;
    const elsewhere = Object.entries(sources)
      .filter(([file, text]) => importsStatement.test(text) && !(file in modules))
      .map(([file]) => file)
      .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('/server/admin/'));
    expect(elsewhere).toEqual([]);
  });

  test.each(Object.entries(modules))('of %s', (file, module) => {
    const exported = Object.entries(module).filter(([, value]) => typeof value === 'function');
    expect(Object.keys(statements[file] ?? {}).sort()).toEqual(
      exported.map(([name]) => name).sort(),
    );
  });
});

describe('on full tables, in functions that everybody can cause to run', () => {
  // PostgreSQL plans a statement inside a function once for all values; EXPLAIN of the call does not show it.
  test('no SQL function scans a growing table', async () => {
    const { rows } = await shop.db.owner.query<{
      name: string;
      body: string;
      types: string[];
      names: string[] | null;
    }>(`
      select proname as name, prosrc as body, proargnames as names,
        array(select format_type(t, null) from unnest(proargtypes) t) as types
      from pg_proc join pg_language l on l.oid = prolang
      where pronamespace = 'public'::regnamespace and lanname = 'sql'
      order by 1`);
    expect(rows.map(({ name }) => name)).toContain('unfinished_intents');
    for (const { name, body, types, names } of rows) {
      for (const statement of body.split(/;\s*(?:\n|$)/).filter((part) => part.trim() !== '')) {
        const plan = await explainAsOwner(withNumbers(statement, names ?? [], types));
        expect(readWhole(plan), `${name}: ${JSON.stringify(plan, null, 1)}`).toEqual([]);
      }
    }
  });
});

describe('on full tables, as a shopper with row security', () => {
  test.each(named)(
    '%s scans no growing table, planned for its values or for any',
    async (_, query) => {
      for (const plan of [
        await explain(`explain (format json) ${query.sql}`, query.parameters),
        await explain(`explain (generic_plan, format json) ${query.sql}`),
      ])
        expect(readWhole(plan), JSON.stringify(plan, null, 1)).toEqual([]);
    },
  );
});

test('every foreign key has an index', async () => {
  const { rows } = await shop.db.owner.query(`
    select conrelid::regclass::text as table, conname as constraint from pg_constraint
    where contype = 'f' and connamespace in ('public'::regnamespace, 'auth'::regnamespace)
      and not exists (
        select from pg_index where indrelid = conrelid and indpred is null and indkey[0] = any(conkey)
      )`);
  expect(rows).toEqual([]);
});

/** Inserts so many rows that a full scan would be the wrong choice. */
async function fill(): Promise<void> {
  await shop.db.owner.query(`
    insert into products (id, name, description, long_description, price, weight, image, images, category,
      ingredients, rating, review_count, popularity, stock, created_at)
    select 'p' || n, 'Tea ' || md5(n::text), 'Leaves ' || md5('d' || n), '', 100 + n, '50g', 'x', '{x}',
      (array['loose-leaf', 'packaged', 'gift-set'])[n % 3 + 1], '', 4, n, n, 100,
      now() - n * interval '1 hour'
    from generate_series(1, 2000) n;
    insert into cash_blocks (user_id) select gen_random_uuid() from generate_series(1, 2000);
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
    create temporary table people as select gen_random_uuid() as id from generate_series(1, 1000);
    insert into profiles (id, full_name) select id, 'X' from people;
    insert into cart_items (user_id, product_id, product_name, product_image, quantity, price)
      select people.id, 'p' || n, 'X', 'x', 1, 100 + n from people, generate_series(1, 3) n;
    insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code)
      select id, 'X', '9876543210', 'X', 'X', 'X', 'X' from people, generate_series(1, 2);
    insert into orders (user_id, order_number, total_amount, shipping_address, payment_method,
      idempotency_key, request_hash)
      select id, generate_order_number(), 1, '{}', 'cod', 'key-of-' || lpad(n::text, 4, '0'), 'x'
      from people, generate_series(1, 4) n;
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

async function explain(text: string, parameters?: readonly unknown[]): Promise<Plan> {
  const { rows } = await client.query(text, parameters && [...parameters]);
  return Plan.parse(rows[0]['QUERY PLAN'][0].Plan);
}

async function explainAsOwner(text: string): Promise<Plan> {
  const { rows } = await shop.db.owner.query(`explain (generic_plan, format json) ${text}`);
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
