import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShopDatabase } from '#test/shop-database.ts';

const { db, pool } = await openShopDatabase();

/** With the rights of the server. */
const query = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows;

const confirmed = async () =>
  (await db.owner.query('select email from newsletter_subscriptions where confirmed_at <= now()'))
    .rows;

test('a server of the previous version subscribes, confirms and unsubscribes while it is replaced', async () => {
  const request = randomUUID();
  const hash = createHash('sha256').update('token').digest();
  await query(`select ask_for_newsletter($1, $2, $3, '7 days')`, [
    'asha@example.com',
    request,
    hash,
  ]);
  expect(await confirmed()).toEqual([]);
  expect(await query('select confirm_newsletter($1) as confirmed', [hash])).toEqual([
    { confirmed: true },
  ]);
  expect(await confirmed()).toEqual([{ email: 'asha@example.com' }]);

  const [mail] = await query('select * from newsletter_request($1)', [request]);
  expect(mail).toEqual({
    email: 'asha@example.com',
    confirmed: true,
    leaving_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await query('select leave_newsletter($1)', [mail.leaving_key]);
  expect(await confirmed()).toEqual([]);
});
