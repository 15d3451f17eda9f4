import { proofsOfWork } from '@aparajita/auth-server';
import * as auth from '@aparajita/auth-server/testing';
import { expect, expectTypeOf, test } from 'vitest';
import { Email } from '#contract/auth.ts';
import { Challenge, PROOF_ALGORITHM } from '#contract/proof-of-work.ts';
import { emailText } from '#domain/text.ts';
import { deriveShopKeys } from '#server/crypto/derived-keys.ts';
import { openTestShop, SECRET, send } from '#test/shop.ts';
import { httpOptions } from './shop-auth.ts';

const shop = await openTestShop();
const asha = await shop.newShopper();

async function emailsTo(address: string): Promise<{ subject: string; links: string[] }[]> {
  const { body } = await send(shop.app, 'GET', '/dev/mailbox.json');
  return body.filter(({ to }: { to: string }) => to === address);
}

/** The data of unsent auth emails, once there are `count` of them. */
async function queued(count: number): Promise<unknown[]> {
  const waiting = () =>
    shop.db.owner.query(
      `select data from jobs.job where name = 'auth-mail' and state in ('created', 'retry', 'active')`,
    );
  await expect.poll(async () => (await waiting()).rowCount).toBe(count);
  return (await waiting()).rows;
}

test('an auth email is encrypted in the queue, and its link opens the right page', async () => {
  const { email } = asha.shopper;
  await send(shop.app, 'POST', '/auth/v1/recover', { email });
  const [job] = await queued(1);
  expect(JSON.stringify(job)).not.toContain(email);
  expect(JSON.stringify(job)).not.toContain('token');
  expect(await emailsTo(email)).toEqual([]);

  await shop.startJobs();
  await queued(0);
  const sent = await emailsTo(email);
  expect(sent).toMatchObject([{ subject: 'Reset your password' }]);
  const link = new URL(sent[0]?.links[0] ?? '');
  expect(link.pathname).toBe('/reset-password');

  const token_hash = link.searchParams.get('token_hash');
  const proof = { type: 'recovery', token_hash };
  const verified = await send(shop.app, 'POST', '/auth/v1/verify', proof);
  expect(verified).toMatchObject({ status: 200, body: { user: { email } } });
  const password = { password: 'steeped in petals' };
  const authorization = `Bearer ${verified.body.access_token}`;
  const changed = await send(shop.app, 'PUT', '/auth/v1/user', password, { authorization });
  expect(changed.status).toBe(200);
  await queued(0);
  expect(await emailsTo(email)).toMatchObject([
    { subject: 'Your password was changed' },
    { subject: 'Reset your password' },
  ]);
});

test('accounts are cleaned up every night, once for any number of processes', async () => {
  await shop.startJobs();
  const { owner } = shop.db;
  const planned = `select cron, timezone from jobs.schedule where name = 'auth-cleanup'`;
  expect((await owner.query(planned)).rows).toEqual([
    { cron: '30 3 * * *', timezone: 'Asia/Kolkata' },
  ]);
  const of = [asha.shopper.userId];
  const expire = `update auth.sessions set expires_at = now() - interval '1 day' where user_id = $1`;
  await owner.query(expire, of);
  await owner.query(
    `insert into jobs.job (name, data, retry_limit, policy)
     select 'auth-cleanup', '{}', retry_limit, policy from jobs.queue where name = 'auth-cleanup'`,
  );
  const sessions = () => owner.query('select from auth.sessions where user_id = $1', of);
  await expect.poll(async () => (await sessions()).rowCount).toBe(0);
});

test('the browser forms and the auth server accept the same email addresses', () => {
  for (const typed of [
    ' asha@example.com ',
    'asha＠example．com',
    '\u202aasha@example.com.\u202c',
    ...['a@b', 'asha@@example.com', 'ASHA@EXAMPLE.IN', '', 'अ@example.in', 'a b@c.in'],
    `${'a'.repeat(250)}@x.in`,
  ]) {
    const { success, data } = auth.Email.safeParse(emailText(typed));
    const browser = Email.safeParse(typed);
    expect({ success, data }, typed).toEqual({ success: browser.success, data: browser.data });
  }
});

test('an account has the same email and name as the other forms, however they were typed', async () => {
  const account = { email: ' Asha＠Example．com.\u202c', password: auth.PASSWORD };
  const data = { full_name: '\u202eश्रीमती\u00a0आशा\r\nराव' };
  expect(await send(shop.app, 'POST', '/auth/v1/signup', { ...account, data })).toMatchObject({
    status: 200,
    body: { email: 'asha@example.com', user_metadata: { full_name: 'श्रीमती आशा राव' } },
  });
  const path = '/auth/v1/token?grant_type=password';
  expect(await send(shop.app, 'POST', path, account)).toMatchObject({
    status: 200,
    body: { user: { email: 'asha@example.com' } },
  });
});

test('the browser can parse the auth server’s proof-of-work challenge', async () => {
  expectTypeOf<auth.Challenge>().toEqualTypeOf<Challenge>();
  expect(auth.PROOF_ALGORITHM).toBe(PROOF_ALGORITHM);
  const refused = { key: 'x', points: 1, seconds: 1, challenge: true, retryAfterSeconds: 1 };
  const proofs = proofsOfWork(deriveShopKeys(SECRET).hmac);
  const challenge = await proofs.issue('signUp', { ...refused, used: 1, now: Date.now() });
  expect(Challenge.parse(challenge)).toEqual(challenge);
});

const accounts = await auth.openTestAccounts();

// How addresses are read: server/http/client-address.test.ts.
test('an address counts as one network, with whatever port the proxy appended', async () => {
  const limits = { signUp: { points: 2, seconds: 300 } };
  const process = accounts.process({ limits }, { requests: httpOptions(1) });
  for (const [n, address] of ['9.9.9.9:1', '9.9.9.9', '[::ffff:9.9.9.9]:443'].entries()) {
    const { body } = await process.request('POST', '/signup', {
      body: { email: `${crypto.randomUUID()}@example.com`, password: auth.PASSWORD },
      headers: { 'x-forwarded-for': address },
    });
    expect(body.code, address).toBe(n < 2 ? undefined : 'captcha_failed');
  }
});
