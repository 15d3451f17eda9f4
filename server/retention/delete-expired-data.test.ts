import { beforeAll, describe, expect, test } from 'vitest';
import {
  fillCart,
  insertShopper,
  openShopDatabase,
  type ShopDatabase,
} from '#test/shop-database.ts';
import { DAYS, deleteExpiredData, deleteExpiredGuestData } from './delete-expired-data.ts';

let shop: ShopDatabase;

beforeAll(async () => {
  shop = await openShopDatabase();
});

/** This many days from now, an hour less or more: on either side of a period's end. */
const inDays = (days: number, hours: number) =>
  new Date(Date.now() + days * 86_400_000 + hours * 3_600_000);

const count = async (what: string) =>
  (await shop.db.owner.query(`select count(*)::int as n from ${what}`)).rows[0].n;

describe('payments that were begun and never paid', () => {
  const begin = (user: string, state: string, more = '') =>
    shop.db.owner.query(
      `with intent as (
         insert into payment_intents (user_id, email, idempotency_key, request_hash, order_number, amount_paise,
           shipping_address, mode, key_id, expires_at, state, holds_stock ${more && `, ${more.split('=')[0]}`})
         values ($1, 'a@b.in', $2, 'x', generate_order_number(), 100, '{}', 'sandbox', 'x', now(), $3, $3 = 'open'
           ${more && `, ${more.split('=')[1]}`})
         returning id, user_id
       )
       insert into payment_intent_items (intent_id, user_id, product_id, product_name, product_image, quantity, unit_paise)
       select id, user_id, '1', 'X', 'x', 1, 100 from intent returning intent_id as id`,
      [user, crypto.randomUUID(), state],
    );

  test('are deleted after 90 days, with their items; all others stay', async () => {
    const { userId } = await insertShopper(shop.db.owner);
    for (let n = 0; n < 7; n += 1) await begin(userId, 'expired');
    await begin(userId, 'superseded');
    const { rows: paid } = await begin(userId, 'refused');
    await shop.db.owner.query(
      `insert into payments (id, intent_id, user_id, amount_paise, status)
       values ('pay_00000000000000', $1, $2, 100, 'refunded')`,
      [paid[0].id, userId],
    );
    await begin(userId, 'open');
    await begin(userId, 'expired', 'signature_received=true'); // the shopper has sent a signature

    await deleteExpiredData(shop.database, inDays(DAYS.delete_abandoned_payments, -1));
    expect(await count('payment_intents')).toBe(11);
    await deleteExpiredData(shop.database, inDays(DAYS.delete_abandoned_payments, 1), 3);
    expect(await count('payment_intents')).toBe(3);
    expect(await count('payment_intent_items')).toBe(3);
  });

  test('are deleted with the attempts that failed; those for which money was held or moved stay', async () => {
    const { userId } = await insertShopper(shop.db.owner);
    const ofUser = `where user_id = '${userId}'`;
    const attempts = [['failed', 'created'], ['failed', 'captured'], ['authorized'], ['refunded']];
    for (const [n, statuses] of attempts.entries()) {
      const { rows } = await begin(userId, 'expired');
      await shop.db.owner.query(
        `insert into payments (id, intent_id, user_id, amount_paise, status)
         select 'pay_attempt' || $1 || '000' || place || '00', $2, $3, 100, status
         from unnest($4::text[]) with ordinality as each (status, place)`,
        [n, rows[0].id, userId, statuses],
      );
    }
    await deleteExpiredData(shop.database, inDays(DAYS.delete_abandoned_payments, -1));
    expect(await count(`payments ${ofUser}`)).toBe(6);
    await deleteExpiredData(shop.database, inDays(DAYS.delete_abandoned_payments, 1));
    expect(await count(`payment_intents ${ofUser}`)).toBe(3);
    expect(await count(`payments ${ofUser}`)).toBe(4);
  });
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
  await shop.db.owner.query('delete from auth.sessions where id = $1', [gone.sessionId]);
  await deleteExpiredData(shop.database, inDays(DAYS.delete_old_carts, -1));
  expect(await count('cart_items')).toBe(4);
  await deleteExpiredData(shop.database, inDays(DAYS.delete_old_carts, 1), 1);
  expect(await count(`cart_items where user_id = '${here.userId}'`)).toBe(2);
  expect(await count('cart_items')).toBe(2);
});

test('invitations to the staff are deleted 30 days after they expired; those that were accepted stay', async () => {
  await shop.db.owner.query(`
    insert into staff_invitations (token_hash, email, role, expires_at, used_at)
    select sha256(n::text::bytea), n || '@b.in', 'packer', now(), case when n > 3 then now() end
    from generate_series(1, 4) n`);
  await deleteExpiredData(shop.database, inDays(DAYS.delete_expired_invitations, -1));
  expect(await count('staff_invitations')).toBe(4);
  await deleteExpiredData(shop.database, inDays(DAYS.delete_expired_invitations, 1), 2);
  expect(await count('staff_invitations where used_at is null')).toBe(0);
  expect(await count('staff_invitations')).toBe(1);
});

test('addresses of corrected orders leave the log of staff after 400 days; who corrected what stays', async () => {
  await shop.db.owner.query(`
    insert into audit_log (verb, subject_type, subject_id, before, after)
    select verb, 'order', n::text, '{"city": "Mumbai"}', '{"city": "Ujjain"}'
    from generate_series(1, 3) n, unnest(array['correct_address', 'confirm']) verb`);
  const withCity = () => count(`audit_log where before ? 'city' or after ? 'city'`);
  const entries = await count('audit_log');
  await deleteExpiredData(shop.database, inDays(DAYS.delete_old_address_corrections, -1));
  expect(await withCity()).toBe(6);
  await deleteExpiredData(shop.database, inDays(DAYS.delete_old_address_corrections, 1), 2);
  expect(await withCity()).toBe(3);
  expect(await count('audit_log')).toBe(entries);
});

test('emails in the dev mailbox are deleted after 30 days, in several batches', async () => {
  await shop.db.owner.query(`
    insert into demo_emails (idempotency_key, recipient, subject, text, html)
    select 'key ' || n, 'a@b.in', 'X', 'X', 'X' from generate_series(1, 1100) n`);
  await deleteExpiredData(shop.database, inDays(DAYS.delete_old_demo_emails, -1));
  expect(await count('demo_emails')).toBe(1100);
  await deleteExpiredData(shop.database, inDays(DAYS.delete_old_demo_emails, 1));
  expect(await count('demo_emails')).toBe(0);
});

test('rows locked by others are skipped until the next night, without waiting', async () => {
  const shopper = await insertShopper(shop.db.owner);
  await fillCart(shop.db.owner, shopper, [{ product_id: '1', quantity: 1 }]);
  await shop.db.owner.query('delete from auth.sessions');
  const client = await shop.db.owner.connect();
  await client.query('begin; select from cart_items for update');
  const lines = await count('cart_items');
  await deleteExpiredData(shop.database, inDays(DAYS.delete_old_carts, 1));
  expect(await count('cart_items')).toBe(lines);
  await client.query('rollback');
  client.release();
  await deleteExpiredData(shop.database, inDays(DAYS.delete_old_carts, 1));
  expect(await count('cart_items')).toBe(0);
});

test('a rate limit that is being renewed is not deleted', async () => {
  await shop.db.owner.query(
    `insert into rate_limits (key, points, expire) values ('renewed', 9, 0)`,
  );
  const client = await shop.db.owner.connect();
  await client.query(`begin; update rate_limits set expire = 9e15 where key = 'renewed'`);
  await deleteExpiredGuestData(shop.database, new Date());
  await client.query('commit');
  client.release();
  expect(await count(`rate_limits where key = 'renewed'`)).toBe(1);
});
