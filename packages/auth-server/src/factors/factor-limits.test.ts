import { describe, expect, test } from 'vitest';
import {
  type By,
  errorOf,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
  type Session,
  statusesOf,
  type TestProcess,
  type TestResponse,
} from '#auth-server-test/accounts.ts';
import {
  type App,
  addApp,
  beginApp,
  challenge,
  makeCodes,
  showApp,
  undoToken,
  withApp,
} from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts();
const { now, openResetLink, update } = accounts;

const NEW_PASSWORD = 'pour it slowly';
const limited = refusal(429, 'over_request_rate_limit');

const guess = (by: By, app: App) => showApp(accounts, by, app, 'guess!');
const rightCode = (by: By, app: App) => showApp(accounts, by, app);

const wrongIn = (answers: TestResponse[]) => answers.filter(({ status }) => status === 422).length;

/** A browser with its cookies, signed in with the password. */
async function browserOf(email: string, process: Pick<TestProcess, 'browser'> = accounts) {
  const request = process.browser();
  const signIn = async (): Promise<Session> => {
    const body = { email, password: PASSWORD };
    return (await request('POST', '/token?grant_type=password', { body })).body;
  };
  const show = (by: By, app: App, code?: string) => showApp({ request, now }, by, app, code);
  return { request, signIn, show };
}

/** An account whose app was shown in the browser at home; elsewhere a stranger signs in with the password. */
async function withBrowserAtHome() {
  const { email, app } = await withApp(accounts);
  const atHome = await browserOf(email);
  expect((await atHome.show(await atHome.signIn(), app)).status).toBe(200);
  accounts.advance({ seconds: 60 });
  return { email, app, atHome, strangers: await accounts.signIn(email) };
}

const expire = (limits: string) =>
  accounts.rows('update rate_limits set expire = 0 where key ~ $1', [`^(${limits}):`]);
const nextHour = () => expire('factor|challenge');
const nextDay = () => expire('factor|challenge|factorDay|wrongCodes|wrongCodesEmail');

describe('strangers who know the password and guess codes hour after hour', () => {
  test('have thirty guesses an hour, and no more by signing in again; the owner’s browser and emailed link are not locked', async () => {
    const { email, app, atHome, strangers } = await withBrowserAtHome();
    expect(wrongIn(await repeat(30, () => guess(strangers, app)))).toBe(30);
    expect(await rightCode(strangers, app)).toMatchObject(limited);
    const thief = await browserOf(email);
    await repeat(2, async () =>
      expect(await thief.show(await thief.signIn(), app, 'guess!')).toMatchObject(limited),
    );
    expect((await atHome.show(await atHome.signIn(), app)).status).toBe(200);
    accounts.advance({ seconds: 60 });
    expect((await rightCode(await openResetLink(email), app)).status).toBe(200);
    accounts.advance({ seconds: 60 });
    await nextHour();
    expect((await rightCode(await accounts.signIn(email), app)).status).toBe(200);
  });

  test('have sixty in a day, and the owner works on as before, everywhere once the password is reset', async () => {
    const { email, app, atHome, strangers } = await withBrowserAtHome();
    for (const [tries, wrong] of [
      [31, 30],
      [31, 30],
      [1, 0],
    ] as const) {
      expect(wrongIn(await repeat(tries, () => guess(strangers, app)))).toBe(wrong);
      await nextHour();
    }
    expect(await rightCode(strangers, app)).toMatchObject({
      status: 429,
      body: { msg: expect.stringContaining('recovery code') },
    });
    expect((await atHome.show(await atHome.signIn(), app)).status).toBe(200);
    accounts.advance({ seconds: 60 });
    const { status, body: shown } = await rightCode(await openResetLink(email), app);
    expect(status).toBe(200);
    expect((await update(shown, { password: NEW_PASSWORD })).status).toBe(200);
    accounts.advance({ seconds: 60 });
    const elsewhere = await accounts.signIn(email, NEW_PASSWORD);
    expect((await rightCode(elsewhere, app)).status).toBe(200);
  });

  test('have them again the next day', async () => {
    const few = accounts.process({ limits: { factorDay: { points: 1, seconds: 86_400 } } });
    const { email, app } = await withApp(accounts);
    const session = await accounts.signIn(email);
    const show = (code?: string) => showApp({ request: few.request, now }, session, app, code);
    expect((await show('guess!')).status).toBe(422);
    expect((await show()).status).toBe(429);
    await nextDay();
    expect((await show()).status).toBe(200);
  });

  test('have no more in many browsers in which they have verified a factor', async () => {
    const few = accounts.process({ limits: { factor: { points: 5, seconds: 3600 } } });
    const { email, app } = await withApp(accounts);
    const browsers = await repeat(3, async () => {
      const browser = await browserOf(email, few);
      const { status, body } = await browser.show(await browser.signIn(), app);
      expect(status).toBe(200);
      accounts.advance({ seconds: 60 });
      return { browser, session: body };
    });
    const answers = await repeat(15, async (n) => {
      const { browser, session } = browsers[n % 3] ?? expect.fail();
      return browser.show(session, app, 'guess!');
    });
    expect(wrongIn(answers)).toBe(10); // five in those, five in others
    expect(answers.at(-1)?.status).toBe(429);
  });
});

describe('the owner is told by email of wrong codes', () => {
  const warnings = async (email: string) =>
    (await accounts.kindsTo(email)).filter((kind) => kind === 'wrong_codes').length;

  test('after ten, once a day', async () => {
    const { email, app } = await withApp(accounts);
    const session = await accounts.signIn(email);
    const guesses = (times: number) => repeat(times, () => guess(session, app));
    await guesses(10);
    expect(await warnings(email)).toBe(0);
    await guesses(1);
    expect(await warnings(email)).toBe(1);
    await nextHour();
    await guesses(20);
    expect(await warnings(email)).toBe(1);
    await nextDay();
    await guesses(11);
    expect(await warnings(email)).toBe(2);
  });

  test('also where the guesses at once come from many browsers', async () => {
    const { email, app } = await withApp(accounts);
    const sessions = await repeat(4, () => accounts.signIn(email));
    await Promise.all(
      [...sessions, ...sessions, ...sessions, ...sessions].map((by) => guess(by, app)),
    );
    expect(await warnings(email)).toBe(1);
  });

  test('but not while an app is set up', async () => {
    const { email, session } = await accounts.newSession();
    const { body: app } = await beginApp(accounts, session);
    await repeat(15, () => guess(session, app));
    expect(await warnings(email)).toBe(0);
  });
});

test('a session gets so many challenges in a while, and begins so many factors, whatever another session uses', async () => {
  const few = { points: 5, seconds: 300 };
  const process = accounts.process({ limits: { challenge: few, userUpdates: few } });
  const { email, app, session } = await withApp(accounts);
  const asked = await repeat(5, () => challenge(process, session, app.id));
  expect(statusesOf(asked)).toEqual([200, 200, 200, 200, 429]); // one was for adding the factor
  expect((await challenge(process, await accounts.signIn(email), app.id)).status).toBe(200);

  const { email: other, session: first } = await accounts.newSession();
  await repeat(5, async () => {
    const { body } = await beginApp(process, first);
    expect((await process.remove(`/factors/${body.id}`, first)).status).toBe(200);
  });
  expect((await beginApp(process, first)).status).toBe(429);
  expect((await beginApp(process, await accounts.signIn(other))).status).toBe(200);
});

describe('whoever knows the password and keeps changing the account', () => {
  const strict = accounts.process({ limits: { securityNotices: { points: 3, seconds: 86_400 } } });

  /** Adds a factor and removes it again, three times. */
  async function changedOften() {
    const { email } = await accounts.newUser();
    await repeat(3, async () => {
      const { app, session } = await addApp(accounts, await accounts.signIn(email));
      expect((await accounts.remove(`/factors/${app.id}`, session)).status).toBe(200);
    });
    return email;
  }

  test('does not bury the emails about it: each is sent, and after some there is nothing to send', async () => {
    const email = await changedOften();
    const session = await accounts.signIn(email);
    expect(await beginApp(strict, session, 'one more')).toMatchObject(limited);
    const change = { password: NEW_PASSWORD, current_password: PASSWORD };
    expect(await strict.update(session, change)).toMatchObject(limited);
    const each = ['factor_added', 'factor_removed'];
    expect(await accounts.kindsTo(email)).toEqual([...each, ...each, ...each]);
  });

  test('does not keep the owner from it, who uses an emailed link, and then signs in with the new password', async () => {
    const email = await changedOften();
    const reset = await openResetLink(email);
    expect((await strict.update(reset, { password: NEW_PASSWORD })).status).toBe(200);
    expect((await beginApp(strict, reset, 'the owner’s')).status).toBe(200);
    await strict.post('/logout?scope=local', undefined, reset);
    const next = await accounts.signIn(email, NEW_PASSWORD);
    expect((await beginApp(strict, next, 'another')).status).toBe(200);
  });

  test('nor after the link that undoes a factor', async () => {
    const email = await changedOften();
    await addApp(accounts, await accounts.signIn(email));
    const token_hash = await undoToken(accounts, email);
    const body = { token_hash, password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await strict.post('/factors/undo', body)).status).toBe(200);
    const next = await accounts.signIn(email, NEW_PASSWORD);
    expect((await beginApp(strict, next)).status).toBe(200);
  });

  test.each<[string, (by: By) => Promise<unknown>]>([
    [
      'a factor that is begun and never finished',
      async (by) => {
        const { body } = await beginApp(strict, by);
        await strict.remove(`/factors/${body.id}`, by);
      },
    ],
    [
      'a new password that is the old one',
      async (by) => {
        const body = { password: PASSWORD, current_password: PASSWORD };
        expect(errorOf(await strict.update(by, body))).toBe('same_password');
      },
    ],
  ])('%s is not told by email, and does not count as a change', async (_, act) => {
    const { session } = await accounts.newSession();
    await repeat(4, () => act(session));
    const change = { password: NEW_PASSWORD, current_password: PASSWORD };
    expect((await strict.update(session, change)).status).toBe(200);
  });

  test('nor do recovery codes that are there already', async () => {
    const { session } = await withApp(accounts);
    const make = (how: string) => strict.post(`/factors/recovery-codes${how}`, undefined, session);
    await makeCodes(accounts, session);
    await repeat(4, async () => expect(errorOf(await make(''))).toBe('mfa_verified_factor_exists'));
    expect((await make('/regenerate')).status).toBe(200);
  });
});
