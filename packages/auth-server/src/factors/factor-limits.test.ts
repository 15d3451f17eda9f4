import { describe, expect, test } from 'vitest';
import {
  type By,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
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

const accounts = await openTestAccounts({ limits: MANY_EMAILS });
const { now, openResetLink, update } = accounts;

const NEW_PASSWORD = 'pour it slowly';
const limited = refusal(429, 'over_request_rate_limit');

const guess = (by: By, app: App) => showApp(accounts, by, app, 'guess!');
const rightCode = (by: By, app: App) => showApp(accounts, by, app);

const wrongIn = (answers: TestResponse[]) => answers.filter(({ status }) => status === 422).length;

/** A browser with its cookies: signs in with the password, and shows the app. */
function browserOf(email: string, process: Pick<TestProcess, 'browser'> = accounts) {
  const request = process.browser();
  return async (app: App, code?: string) => {
    const body = { email, password: PASSWORD };
    const signedIn = await request('POST', '/token?grant_type=password', { body });
    return showApp({ request, now }, signedIn.body, app, code);
  };
}

const expire = (limits: string) =>
  accounts.rows('update rate_limits set expire = 0 where key ~ $1', [`^(${limits}):`]);
const nextHour = () => expire('factor|challenge');
const nextDay = () => expire('factor|challenge|factorDay|wrongCodes|wrongCodesEmail');

describe('strangers who know the password and guess codes hour after hour', () => {
  test('have thirty guesses an hour and sixty a day; the owner’s browser and emailed link are not locked, and a reset opens all', async () => {
    const { email, app } = await withApp(accounts);
    const atHome = browserOf(email);
    /** Each code works once. */
    const owner = async (shown: Promise<TestResponse>) => {
      const { status, body } = await shown;
      expect(status).toBe(200);
      accounts.advance({ seconds: 60 });
      return body;
    };
    await owner(atHome(app));
    for (const hour of [1, 2]) {
      const strangers = await accounts.signIn(email);
      expect(wrongIn(await repeat(31, () => guess(strangers, app))), `hour ${hour}`).toBe(30);
      const again = await browserOf(email)(app, 'guess!');
      expect(again, 'signed in again').toMatchObject(limited);
      await owner(atHome(app));
      await owner(rightCode(await openResetLink(email), app));
      await nextHour();
    }
    expect(await rightCode(await accounts.signIn(email), app)).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('recovery code') },
    });
    const shown = await owner(rightCode(await openResetLink(email), app));
    expect((await update(shown, { password: NEW_PASSWORD })).status).toBe(200);
    await owner(rightCode(await accounts.signIn(email, NEW_PASSWORD), app));
  });

  test('have no more in many browsers in which they have verified a factor', async () => {
    const few = accounts.process({ limits: { factor: { points: 5, seconds: 3600 } } });
    const { email, app } = await withApp(accounts);
    const browsers = await repeat(3, async () => {
      const browser = browserOf(email, few);
      expect((await browser(app)).status).toBe(200);
      accounts.advance({ seconds: 60 });
      return browser;
    });
    const answers = await repeat(15, (n) => (browsers[n % 3] ?? expect.fail())(app, 'guess!'));
    expect(wrongIn(answers)).toBe(10); // five in those, five in others
    expect(answers.at(-1)?.status).toBe(429);
  });
});

describe('the owner is told by email of wrong codes', () => {
  const warnings = async (email: string) =>
    (await accounts.kindsTo(email)).filter((kind) => kind === 'wrong_codes').length;

  test('after ten, once a day, also where they come at once from many browsers', async () => {
    const { email, app } = await withApp(accounts);
    const sessions = await repeat(4, () => accounts.signIn(email));
    const [session = ''] = sessions;
    const guesses = (times: number) => repeat(times, () => guess(session, app));
    await guesses(10);
    expect(await warnings(email)).toBe(0);
    await Promise.all([...sessions, ...sessions].map((by) => guess(by, app)));
    expect(await warnings(email)).toBe(1);
    await nextDay();
    await guesses(11);
    expect(await warnings(email)).toBe(2);
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
  const begun = await repeat(6, (n) => beginApp(process, first, `app ${n}`));
  expect(statusesOf(begun)).toEqual([...Array(5).fill(200), 429]);
  expect((await beginApp(process, await accounts.signIn(other))).status).toBe(200);
});

describe('whoever knows the password and keeps changing the account', () => {
  const strict = accounts.process({ limits: { securityNotices: { points: 3, seconds: 86_400 } } });
  const addStrictly = async (by: By, name: string) => {
    const { body: app } = await beginApp(accounts, by, name);
    return showApp({ request: strict.request, now }, by, app);
  };

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
    expect(await addStrictly(session, 'one more')).toMatchObject(limited);
    const change = { password: NEW_PASSWORD, current_password: PASSWORD };
    expect(await strict.update(session, change)).toMatchObject(limited);
    const each = ['factor_added', 'factor_removed'];
    expect(await accounts.kindsTo(email)).toEqual([...each, ...each, ...each]);
  });

  test.each<[string, (email: string) => Promise<TestResponse>]>([
    [
      'an emailed link',
      async (email) => strict.update(await openResetLink(email), { password: NEW_PASSWORD }),
    ],
    [
      'the link that undoes a factor',
      async (email) => {
        await addApp(accounts, await accounts.signIn(email));
        const token_hash = await undoToken(accounts, email);
        const body = { token_hash, password: PASSWORD, new_password: NEW_PASSWORD };
        return strict.post('/factors/undo', body);
      },
    ],
  ])('does not keep the owner from it, who uses %s, and then signs in', async (_, reset) => {
    const email = await changedOften();
    expect((await reset(email)).status).toBe(200);
    const next = await accounts.signIn(email, NEW_PASSWORD);
    expect((await addStrictly(next, 'the owner’s')).status).toBe(200);
  });

  test('what is not told by email does not count: codes that are there already, a password that stays the same', async () => {
    const { session } = await withApp(accounts);
    await makeCodes(accounts, session);
    const change = { password: PASSWORD, current_password: PASSWORD };
    await repeat(4, async () => {
      await strict.post('/factors/recovery-codes', undefined, session);
      await strict.update(session, change);
    });
    expect((await strict.update(session, { ...change, password: NEW_PASSWORD })).status).toBe(200);
  });
});
