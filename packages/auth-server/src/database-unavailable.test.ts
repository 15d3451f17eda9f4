import { openPool } from '@aparajita/postgres/pool';
import { expect, test } from 'vitest';
import {
  createTestProcess,
  openTestAccounts,
  PASSWORD,
  REQUESTS,
  SETTINGS,
  silentLog,
  testPasswordProblem,
} from '#auth-server-test/accounts.ts';
import { createAuth } from './create-auth.ts';

const accounts = await openTestAccounts();

test('an unreachable database is answered so that clients retry and keep their session', async () => {
  const nowhere = openPool({
    connection: { host: '/nowhere', user: 'nobody', database: 'none' },
    role: 'shop_auth',
    pooled: false,
    size: 2,
    log: silentLog,
  });
  const common = {
    requests: REQUESTS,
    clock: Date.now,
    log: silentLog,
    passwordProblem: testPasswordProblem,
  };
  const auth = createAuth({ pool: nowhere, settings: SETTINGS, ...common });
  const { request } = createTestProcess(auth);
  const { email } = await accounts.newUser();
  const session = await accounts.signIn(email);

  const answers = [
    await request('POST', '/token?grant_type=password', { body: { email, password: PASSWORD } }),
    await request('POST', '/signup', { body: { email, password: PASSWORD } }),
    await request('GET', '/user', { token: session.access_token }),
    await request('GET', '/.well-known/jwks.json'),
  ];

  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect(answers.every(({ headers }) => headers.get('retry-after') === '2')).toBe(true);
  await expect(auth.authenticate(`Bearer ${session.access_token}`)).rejects.toMatchObject({
    name: 'AccountsUnavailableError',
  });
  await nowhere.end();
});

test('recovers by itself when the database is back', async () => {
  const { email } = await accounts.newUser();
  const session = await accounts.signIn(email);
  await accounts.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect
    .poll(
      async () => (await accounts.request('GET', '/user', { token: session.access_token })).status,
    )
    .toBe(200);
});
