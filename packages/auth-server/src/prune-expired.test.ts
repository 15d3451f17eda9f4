import { expect, test } from 'vitest';
import { openTestAccounts } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts();

const count = async (table: string) =>
  (await accounts.rows(`select count(*)::int from auth.${table}`))[0]?.count;

test('deletes what has expired and keeps the rest', async () => {
  const { email } = await accounts.newUser();
  const { access_token: token } = await accounts.signIn(email);
  const { body: factor } = await accounts.request('POST', '/factors', {
    token,
    body: { factor_type: 'totp' },
  });
  await accounts.request('POST', `/factors/${factor.id}/challenge`, { token, body: {} });
  await accounts.request('POST', '/recover', { body: { email } });
  await accounts.linkTo(email);
  const all = async () => ({
    sessions: await count('sessions'),
    tokens: await count('one_time_tokens'),
    challenges: await count('challenges'),
    users: await count('users'),
  });

  await accounts.auth.pruneExpired();
  expect(await all()).toEqual({ sessions: 1, tokens: 1, challenges: 1, users: 1 });

  accounts.advance({ seconds: 3601 });
  await accounts.auth.pruneExpired();
  expect(await all()).toEqual({ sessions: 1, tokens: 0, challenges: 0, users: 1 });

  accounts.advance({ days: 30 });
  await accounts.auth.pruneExpired();
  expect(await all()).toEqual({ sessions: 0, tokens: 0, challenges: 0, users: 1 });

  expect(await count('audit_log')).toBeGreaterThan(0);
  accounts.advance({ days: 400 });
  await accounts.auth.pruneExpired();
  expect(await count('audit_log')).toBe(0);
});
