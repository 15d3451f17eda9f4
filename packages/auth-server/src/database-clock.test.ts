import { openPool } from '@aparajita/postgres/pool';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import {
  createTestProcess,
  openTestAccounts,
  REQUESTS,
  SETTINGS,
  silentLog,
  testPasswordProblem,
} from '#auth-server-test/accounts.ts';
import { createAuth } from './create-auth.ts';
import { databaseClock } from './database-clock.ts';
import { createStore } from './store.ts';

const accounts = await openTestAccounts();
const pool = openPool({
  connection: accounts.db.connection,
  role: 'shop_auth',
  pooled: false,
  size: 4,
  log: silentLog,
});
const DAYS = 86_400_000;

afterAll(() => pool.end());
afterEach(() => {
  vi.useRealTimers();
});

/** A newly started process, with no known time offset. */
function openProcess() {
  return createTestProcess(
    createAuth({
      pool,
      settings: SETTINGS,
      requests: REQUESTS,
      log: silentLog,
      passwordProblem: testPasswordProblem,
    }),
  );
}

/** Sets the machine's clock only: timers run on as before. */
function setMachine(ahead: number) {
  const realNow = Date.now() + ahead;
  vi.useFakeTimers({ toFake: ['Date'], now: realNow });
}

test.each([200, -200])(
  'a process whose clock is wrong by %i days ends no session, issues no long-lived token, and purges nothing',
  async (days) => {
    const right = openProcess();
    const { email } = await right.newUser();
    const session = await right.signIn(email);
    await right.request('POST', '/recover', { body: { email } });
    await right.auth.drain();
    const kept = () =>
      accounts.rows(`select (select count(*) from auth.sessions) as sessions,
        (select count(*) from auth.audit_log) as events, (select count(*) from auth.users) as users`);
    const before = await kept();

    const now = Date.now() / 1000;
    setMachine(days * DAYS);
    const wrong = openProcess();
    await wrong.auth.pruneExpired();
    expect(await kept()).toEqual(before);
    const refreshed = await wrong.request('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    });
    expect(refreshed.status).toBe(200);
    expect(refreshed.body.expires_at).toBeGreaterThan(now + 3_000);
    expect(refreshed.body.expires_at).toBeLessThan(now + 3_800);
    const opened = await wrong.signIn(email);

    vi.useRealTimers();
    for (const { access_token } of [refreshed.body, opened]) {
      await right.auth.authenticate(`Bearer ${access_token}`);
      expect((await right.request('GET', '/user', { token: access_token })).status).toBe(200);
    }
    const [row] = await accounts.rows(
      `select max(expires_at) < now() + interval '31 days' and min(expires_at) > now() as right
       from auth.sessions`,
    );
    expect(row?.right).toBe(true);
  },
);

test('notices with the next request that the clock was set while the process runs', async () => {
  const running = openProcess();
  const { email } = await running.newUser();
  await running.signIn(email);
  setMachine(200 * DAYS);
  const { access_token } = await running.signIn(email);
  vi.useRealTimers();
  const { exp } = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString());
  expect(exp * 1000 - Date.now()).toBeLessThan(3_700_000);
});

test('reads the time once a minute, in one of many requests, and none of them waits for it', async () => {
  let elapsed = 0;
  const statements = vi.fn();
  const store = createStore(pool, true);
  const rows: typeof store.rows = (text, values) => {
    statements();
    return store.rows(text, values);
  };
  const clock = databaseClock({ ...store, rows }, silentLog, {
    now: () => 1e12 + elapsed,
    elapsed: () => elapsed,
  });
  expect(clock.now()).toBe(1e12);
  await Promise.all(Array.from({ length: 20 }, () => clock.syncIfDue()));
  expect(statements).toHaveBeenCalledTimes(1);
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
  elapsed = 59_000;
  await clock.syncIfDue();
  expect(statements).toHaveBeenCalledTimes(1);
  elapsed = 61_000;
  await Promise.all(Array.from({ length: 20 }, () => clock.syncIfDue()));
  expect(statements).toHaveBeenCalledTimes(2);
});

test('while the database is unreachable its time goes on as before', async () => {
  const nowhere = openPool({
    connection: { host: '/nowhere', user: 'nobody', database: 'none' },
    role: 'shop_auth',
    pooled: false,
    size: 1,
    log: silentLog,
  });
  const clock = databaseClock(createStore(nowhere, true), silentLog);
  await clock.syncIfDue();
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000);
  await nowhere.end();
});
