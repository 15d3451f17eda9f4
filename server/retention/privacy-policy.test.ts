import { readFile } from 'node:fs/promises';
import { RETENTION_DAYS as ACCOUNT_RETENTION_DAYS } from '@aparajita/auth-server';
import { beforeAll, expect, test } from 'vitest';
import { RETENTION_DAYS } from '#domain/retention.ts';
import { openShopDatabase, type ShopDatabase } from '#test/shop-database.ts';
import { DAYS, deleteExpiredGuestData } from './delete-expired-data.ts';

/** The periods that the privacy policy names are those after which the data is deleted. */
let shop: ShopDatabase;

beforeAll(async () => {
  shop = await openShopDatabase();
});

test('what the policy says of accounts is what the accounts do', () => {
  const { accountLog: auditLog, unconfirmedAccounts, idleSessions, sessions } = RETENTION_DAYS;
  const { deviceCookie } = RETENTION_DAYS;
  expect({ auditLog, unconfirmedAccounts, idleSessions, sessions, deviceCookie }).toEqual(
    ACCOUNT_RETENTION_DAYS,
  );
});

test('what the policy says of carts, payments and corrected addresses is what the nightly job does', () => {
  expect(DAYS).toMatchObject({
    delete_old_carts: RETENTION_DAYS.carts,
    delete_abandoned_payments: RETENTION_DAYS.abandonedPayments,
    delete_old_address_corrections: RETENTION_DAYS.correctedAddresses,
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
])('%s are deleted when the policy says so', async (_, days, insert, table) => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await shop.db.owner.query(insert, [hoursAgo(days * 24 + 1)]);
  await shop.db.owner.query(insert, [hoursAgo(days * 24 - 1)]);
  await deleteExpiredGuestData(shop.database, new Date());
  const { rows } = await shop.db.owner.query(`select created_at from ${table}`);
  expect(rows.map(({ created_at }) => new Date(created_at) > hoursAgo(days * 24))).toEqual([true]);
});

test('the policy writes no period out by itself', async () => {
  const page = await readFile('app/pages/privacy-policy-page.tsx', 'utf8');
  expect(page.match(/\d+\s+(days|weeks|months|years)/g)).toBeNull();
  for (const name of Object.keys(RETENTION_DAYS))
    expect(page).toContain(`{RETENTION_DAYS.${name}}`);
});
