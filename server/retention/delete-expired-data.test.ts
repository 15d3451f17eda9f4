import { readFile } from 'node:fs/promises';
import { RETENTION_DAYS as ACCOUNT_RETENTION_DAYS } from '@aparajita/auth-server';
import { describe, expect, test } from 'vitest';
import { RETENTION_DAYS } from '#domain/retention.ts';
import { holdLock } from '#test/locks.ts';
import { fillCart, insertShopper, openShopDatabase } from '#test/shop-database.ts';
import { DAYS, deleteExpiredData, deleteExpiredGuestData } from './delete-expired-data.ts';

const shop = await openShopDatabase();

/** This many days from now, an hour less or more: on either side of a period's end. */
const inDays = (days: number, hours: number) =>
  new Date(Date.now() + days * 86_400_000 + hours * 3_600_000);

const query = async (sql: string, values: unknown[] = []) =>
  (await shop.db.owner.query(sql, values)).rows;
const count = async (what: string) => (await query(`select count(*)::int as n from ${what}`))[0].n;

/** What is left of these an hour before their period is over, and an hour after. */
async function leftAfter(name: keyof typeof DAYS, what: string[], batch?: number) {
  const left: number[][] = [];
  for (const hours of [-1, 1]) {
    await deleteExpiredData(shop.workerDatabase, inDays(DAYS[name], hours), batch);
    left.push(await Promise.all(what.map(count)));
  }
  return left;
}

async function begin(user: string, state: string, signed = false): Promise<string> {
  const [begun] = await query(
    `with intent as (
         insert into payment_intents (user_id, email, idempotency_key, request_hash, order_number, amount_paise,
           shipping_address, mode, key_id, expires_at, state, holds_stock, signature_received)
         values ($1, 'a@b.in', gen_random_uuid(), 'x', generate_order_number(), 100, '{}', 'sandbox', 'x', now(),
           $2, $2 = 'open', $3)
         returning id, user_id
       )
       insert into payment_intent_items (intent_id, user_id, product_id, product_name, product_image, quantity, unit_paise)
       select id, user_id, '1', 'X', 'x', 1, 100 from intent returning intent_id as id`,
    [user, state, signed],
  );
  return begun.id;
}

test('payments that were begun and never paid are deleted after 90 days, with items and failed attempts; those for which money was held or moved stay', async () => {
  const { userId } = await insertShopper(shop.db.owner);
  for (let n = 0; n < 7; n += 1) await begin(userId, 'expired');
  await begin(userId, 'superseded');
  await begin(userId, 'open');
  await begin(userId, 'expired', true); // the shopper has sent a signature
  const attempts = [['failed', 'created'], ['failed', 'captured'], ['authorized'], ['refunded']];
  for (const [n, statuses] of attempts.entries()) {
    await query(
      `insert into payments (id, intent_id, user_id, amount_paise, status)
         select 'pay_attempt' || $1 || '000' || place || '00', $2, $3, 100, status
         from unnest($4::text[]) with ordinality as each (status, place)`,
      [n, await begin(userId, 'expired'), userId, statuses],
    );
  }
  const tables = ['payment_intents', 'payment_intent_items', 'payments'];
  expect(await leftAfter('abandonedPayments', tables, 3)).toEqual([
    [14, 14, 6],
    [5, 5, 4],
  ]);
});

test('carts are deleted after 400 days, later if the shopper is signed in', async () => {
  const gone = await insertShopper(shop.db.owner);
  const here = await insertShopper(shop.db.owner);
  for (const shopper of [gone, here]) {
    await fillCart(shop.db.owner, shopper, [
      { product_id: '1', quantity: 1 },
      { product_id: '2', quantity: 1 },
    ]);
  }
  await query('delete from auth.sessions where id = $1', [gone.sessionId]);
  const carts = ['cart_items', `cart_items where user_id = '${here.userId}'`];
  expect(await leftAfter('carts', carts, 1)).toEqual([
    [4, 2],
    [2, 2],
  ]);
});

test('invitations to the staff are deleted 30 days after they expired; those that were accepted stay', async () => {
  await query(`
    insert into staff_invitations (token_hash, email, role, expires_at, used_at)
    select sha256(n::text::bytea), n || '@b.in', 'packer', now(), case when n > 3 then now() end
    from generate_series(1, 4) n`);
  const invitations = ['staff_invitations', 'staff_invitations where used_at is null'];
  expect(await leftAfter('invitations', invitations, 2)).toEqual([
    [4, 3],
    [1, 0],
  ]);
});

test('addresses of corrected orders leave the log of staff after 400 days; who corrected what stays', async () => {
  await query(`
    insert into audit_log (verb, subject_type, subject_id, before, after)
    select verb, 'order', n::text, '{"city": "Mumbai"}', '{"city": "Ujjain"}'
    from generate_series(1, 3) n, unnest(array['correct_address', 'confirm']) verb`);
  const entries = await count('audit_log');
  const log = ['audit_log', `audit_log where before ? 'city' or after ? 'city'`];
  expect(await leftAfter('correctedAddresses', log, 2)).toEqual([
    [entries, 6],
    [entries, 3],
  ]);
});

test('emails in the dev mailbox are deleted after 30 days, in several batches', async () => {
  await query(`
    insert into demo_emails (idempotency_key, recipient, subject, text, html)
    select 'key ' || n, 'a@b.in', 'X', 'X', 'X' from generate_series(1, 1100) n`);
  expect(await leftAfter('demoEmails', ['demo_emails'])).toEqual([[1100], [0]]);
});

test('rows locked by others are skipped until the next night, without waiting', async () => {
  const shopper = await insertShopper(shop.db.owner);
  await fillCart(shop.db.owner, shopper, [{ product_id: '1', quantity: 1 }]);
  await query('delete from auth.sessions');
  const lock = await holdLock(shop.db.owner, 'select from cart_items for update');
  const lines = await count('cart_items');
  await deleteExpiredData(shop.workerDatabase, inDays(DAYS.carts, 1));
  expect(await count('cart_items')).toBe(lines);
  await lock.release();
  await deleteExpiredData(shop.workerDatabase, inDays(DAYS.carts, 1));
  expect(await count('cart_items')).toBe(0);
});

test('an expired rate limit is deleted, one that is being renewed or still counts is not', async () => {
  await query(`
    insert into rate_limits (key, points, expire) values ('renewed', 9, 0), ('expired', 9, 0), ('counts', 9, 9e15)`);
  const renewal = `update rate_limits set expire = 9e15 where key = 'renewed'`;
  const renewing = await holdLock(shop.db.owner, renewal);
  await deleteExpiredGuestData(shop.workerDatabase, new Date());
  await renewing.commit();
  const keys = await query('select key from rate_limits order by key');
  expect(keys).toEqual([{ key: 'counts' }, { key: 'renewed' }]);
});

describe('the periods that the privacy policy names are those after which the data is deleted', () => {
  test('what it says of accounts, carts, payments and corrected addresses is what the shop does', () => {
    const { accountLog: auditLog, unconfirmedAccounts, idleSessions, sessions } = RETENTION_DAYS;
    const { deviceCookie } = RETENTION_DAYS;
    expect({ auditLog, unconfirmedAccounts, idleSessions, sessions, deviceCookie }).toEqual(
      ACCOUNT_RETENTION_DAYS,
    );
    expect(DAYS).toMatchObject({
      carts: RETENTION_DAYS.carts,
      abandonedPayments: RETENTION_DAYS.abandonedPayments,
      correctedAddresses: RETENTION_DAYS.correctedAddresses,
    });
  });

  test.each([
    [
      'messages',
      RETENTION_DAYS.messages,
      `insert into contact_messages (id, name, email, subject, message, created_at)
       values (gen_random_uuid(), 'Asha', 'a@b.in', 'Tea', 'Tea', $1)`,
      'contact_messages',
    ],
    [
      'unconfirmed subscriptions',
      RETENTION_DAYS.unconfirmedSubscriptions,
      `insert into newsletter_subscriptions (email, request_id, created_at)
       values ($1::timestamptz || '@b.in', gen_random_uuid(), $1)`,
      'newsletter_subscriptions',
    ],
  ])('%s are deleted when it says so', async (_, days, insert, table) => {
    for (const hours of [-1, 1]) await query(insert, [inDays(-days, hours)]);
    await deleteExpiredGuestData(shop.workerDatabase, new Date());
    const left = await query(`select created_at from ${table}`);
    expect(left.map(({ created_at }) => created_at > inDays(-days, 0))).toEqual([true]);
  });

  test('it writes no period out by itself', async () => {
    const page = await readFile('app/pages/privacy-policy-page.tsx', 'utf8');
    expect(page.match(/\d+\s+(days|weeks|months|years)/g)).toBeNull();
    for (const name of Object.keys(RETENTION_DAYS))
      expect(page).toContain(`{RETENTION_DAYS.${name}}`);
  });
});
