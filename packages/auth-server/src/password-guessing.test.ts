import { describe, expect, test } from 'vitest';
import {
  atOnce,
  errorOf,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
  solve,
  type TestProcess,
  type TestResponse,
  withProof,
} from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts();
/** Where an account is locked for unknown browsers after five guesses instead of fifty. */
const few = accounts.process({ limits: { signInAccount: { points: 5, seconds: 3600 } } });
const { newUser, tryPassword } = accounts;
type Try = (email: string, password?: string, from?: string) => Promise<TestResponse>;

const GUESS = 'not the password';

const sendIn =
  (request: TestProcess['request']) =>
  (body: object, from?: string): Promise<TestResponse> =>
    request('POST', '/token?grant_type=password', { body, ...(from && { from }) });

/** Tries passwords as one browser, which keeps its cookies. */
const browserOf = (process: TestProcess, from?: string): Try => {
  const send = sendIn(process.browser(from));
  return (email, password = PASSWORD) => send({ email, password });
};

/** Like a browser: solves a requested challenge, and sends the request again. */
const tryWorking =
  ({ request }: TestProcess = accounts): Try =>
  async (email, password = PASSWORD, from) => {
    const answer = await sendIn(request)({ email, password }, from);
    if (errorOf(answer) !== 'captcha_failed') return answer;
    const proof = await solve(answer.body.challenge);
    return sendIn(request)(withProof({ email, password }, proof), from);
  };

/** Wrong passwords from everywhere until the account is locked for unknown browsers. */
async function hunt(email: string, { tryPassword: attempt } = few, guesses = 5) {
  const answers = await repeat(guesses, () => attempt(email, GUESS));
  expect(new Set(answers.map(errorOf))).toEqual(new Set(['invalid_credentials']));
  expect(await attempt(email, GUESS)).toMatchObject(rateLimited);
}

/** An account, the browser that signed in to it before, and the cookie that this browser got. */
async function known(process: TestProcess = few, from?: string) {
  const { email } = await newUser();
  const browser = browserOf(process, from);
  const { status, headers } = await browser(email);
  expect(status).toBe(200);
  return { email, browser, cookie: headers.getSetCookie()[0] ?? '' };
}

const checked = (answers: TestResponse[]) =>
  answers.filter((answer) => errorOf(answer) === 'invalid_credentials').length;
const rateLimited = refusal(429, 'over_request_rate_limit');
const askedToWork = refusal(400, 'captcha_failed');

describe('guessing at one account from one network', () => {
  test('needs proof of work from the tenth guess on, every time, and of the owner there once', async () => {
    const { email } = await newUser();
    const from = '203.0.113.7';
    expect(checked(await repeat(10, () => tryPassword(email, GUESS, from)))).toBe(10);
    for (const password of [GUESS, PASSWORD]) {
      expect(await tryPassword(email, password, from)).toMatchObject(askedToWork);
    }
    expect((await tryWorking()(email, GUESS, from)).status).toBe(400);
    expect((await tryWorking()(email, PASSWORD, from)).status).toBe(200);
    await repeat(9, () => tryPassword(email, GUESS, from));
    expect((await tryPassword(email, PASSWORD, from)).status, 'the count starts anew').toBe(200);
  });

  test('from many networks of one IPv6 customer leaves others alone: 25 of one account, even with solved challenges', async () => {
    const { email } = await newUser();
    const from = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
    const answers = await repeat(26, (n) => tryWorking()(email, GUESS, from(n % 3)));
    expect(checked(answers)).toBe(25);
    expect(answers.at(-1)).toMatchObject(rateLimited);
    expect((await tryPassword(email, PASSWORD, '2001:db8:8:1::1')).status).toBe(200);
  });

  test('is not cheaper when the guesses come all at once, and to all processes', async () => {
    const { email } = await newUser();
    const other = accounts.process();
    const answers = await atOnce(40, (n) =>
      (n % 2 ? other : accounts).tryPassword(email, GUESS, '203.0.113.10'),
    );
    expect(checked(answers)).toBe(10);
    expect(answers.filter((answer) => errorOf(answer) === 'captcha_failed')).toHaveLength(30);
  });
});

describe('strangers who guess from everywhere', () => {
  test('are stopped after fifty guesses, with a hint what to do instead, for an hour', async () => {
    const { email } = await newUser();
    await hunt(email, accounts, 50);
    const stopped = await tryWorking()(email);
    expect(stopped).toMatchObject(rateLimited);
    expect(stopped.body.message).toContain('Forgot password?');
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(Number(stopped.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
    await accounts.rows('update rate_limits set expire = 0'); // it uses the database's clock
    expect((await tryPassword(email)).status).toBe(200);
  });

  test('do not lock the owner out of a browser that signed in before, on any network, or has used an emailed link', async () => {
    const { email, browser } = await known();
    await hunt(email);
    expect((await browser(email)).status).toBe(200);
    expect((await browser(email.toUpperCase())).status).toBe(200);

    const phone = few.browser();
    const signIn = () => sendIn(phone)({ email, password: PASSWORD });
    expect(await signIn()).toMatchObject(rateLimited);
    await phone('POST', '/recover', { body: { email } });
    const token_hash = await accounts.tokenTo(email);
    await phone('POST', '/verify', { body: { type: 'recovery', token_hash } });
    expect((await signIn()).status).toBe(200);
  });
});

describe('one machine that guesses at many accounts', () => {
  const strict = accounts.process({ limits: { signInNetwork: { points: 5, seconds: 300 } } });

  test('needs proof of work for each guess, and its neighbours once for a right password; other networks none', async () => {
    const { email } = await newUser();
    const from = (n: number) => `2001:db8:9:9:${n}::1`; // one customer's /64
    const guess = (n: number) => strict.tryPassword(`v${n}@example.com`, GUESS, from(n));
    expect(checked(await repeat(5, guess))).toBe(5);
    expect(await guess(6)).toMatchObject(askedToWork);
    expect(await strict.tryPassword(email, PASSWORD, from(7))).toMatchObject(askedToWork);
    expect((await tryWorking(strict)(email, PASSWORD, from(7))).status).toBe(200);
    expect((await strict.tryPassword(email, PASSWORD, '2001:db8:9:8::1')).status).toBe(200);
  });

  test('costs nothing for a neighbour who signed in here before', async () => {
    const from = '203.0.113.40';
    const { email, browser } = await known(strict, from);
    await repeat(8, (n) => tryWorking(strict)(`w${n}@example.com`, GUESS, from));
    expect((await browser(email)).status).toBe(200);
  });
});

test('many right passwords from one network need proof of work too: each costs a hash and a session', async () => {
  const strict = accounts.process({ limits: { signInTries: { points: 5, seconds: 300 } } });
  const { email } = await newUser();
  const from = '203.0.113.77';
  const answers = await repeat(6, () => strict.tryPassword(email, PASSWORD, from));
  expect(answers.at(-1)).toMatchObject(askedToWork);
  expect((await tryWorking(strict)(email, PASSWORD, from)).status).toBe(200);
});

describe('a browser with a device cookie for an account', () => {
  test('has twenty tries an hour of its own, and then counts as unknown', async () => {
    const strict = accounts.process({ limits: { signInPair: { points: 1, seconds: 300 } } });
    const { email, browser } = await known(strict, '203.0.113.42');
    const answers = await repeat(22, () => browser(email, GUESS));
    expect(checked(answers.slice(0, 21)), 'one as unknown').toBe(21);
    expect(answers[21]).toMatchObject(askedToWork);
  });

  test('is known to no other account, and reveals to nobody whose it is', async () => {
    const { email, browser, cookie } = await known();
    const other = await newUser();
    await hunt(other.email);
    expect(await browser(other.email)).toMatchObject(rateLimited);
    expect(cookie).toMatch(
      /^device-[\w-]{16}=[^;]+; Max-Age=15552000; Path=\/auth\/v1; HttpOnly; SameSite=Lax$/,
    );
    expect(cookie).not.toContain(email.split('@')[0]);
    const secure = accounts.process({ issuer: 'https://tea.example.in/auth/v1' });
    const { headers } = await secure.tryPassword(email);
    expect(headers.getSetCookie()[0]).toMatch(/; Secure;/);
  });

  test('is not recognized by a forged cookie', async () => {
    const { email, cookie: set } = await known();
    const cookie = set.split(';')[0] ?? '';
    await hunt(email);
    const bring = (value: string) =>
      few.request('POST', '/token?grant_type=password', {
        body: { email, password: PASSWORD },
        headers: { cookie: value },
      });
    accounts.advance({ days: 181 });
    expect(await bring(cookie), 'half a year later').toMatchObject(rateLimited);
    accounts.advance({ days: -181 });
    for (const [how, forged] of [
      ['made up', cookie.replace(/=.*/, '=a.b.c.d')],
      ['renamed', cookie.replace(/^device-[\w-]+/, 'device-0000000000000000')],
      ['of another browser', cookie.replace(/=[\w-]+\./, '=other.')],
      ['younger', cookie.replace(/\.\d+\./, '.99999999999.')],
      ['raised', cookie.replace('.password.', '.factor.')],
      ['cut short', cookie.slice(0, -1)],
    ] as const) {
      expect(forged, how).not.toBe(cookie);
      expect(await bring(forged), how).toMatchObject(rateLimited);
    }
    expect((await bring(cookie)).status).toBe(200);
  });

  test('gives the owner of many such cookies no more guesses than one account may have', async () => {
    const { email } = await newUser();
    const browsers = [browserOf(few), browserOf(few), browserOf(few)];
    for (const browser of browsers) expect((await browser(email)).status).toBe(200);
    const answers = await repeat(15, (n) => browsers[n % 3]?.(email, GUESS) ?? expect.fail());
    expect(checked(answers), 'five with a cookie, and five without').toBe(10);
    expect(answers.at(-1)).toMatchObject(rateLimited);
  });

  test('is known to twenty accounts, the last used ones: its requests never grow too large', async () => {
    const browser = few.browser();
    let given = 0;
    for (const { email } of await atOnce(22, () => newUser())) {
      const { headers } = await sendIn(browser)({ email, password: PASSWORD });
      for (const set of headers.getSetCookie()) given += /; Max-Age=0;/.test(set) ? -1 : 1;
      accounts.advance({ seconds: 1 });
    }
    expect(given).toBe(20);
  });
});

test('a refused flood leaves no rows behind, whatever names it makes up and proofs it repeats, and makes no challenge harder', async () => {
  const strict = accounts.process({ limits: { signInNetwork: { points: 5, seconds: 300 } } });
  const flood = async (name: string, times: number, proof?: string) => {
    const answers = await repeat(times, (n) => {
      const body = { email: `${name}-${n}@flood.example.com`, password: GUESS };
      return sendIn(strict.request)(proof ? withProof(body, proof) : body, '203.0.113.78');
    });
    return new Set(answers.map(errorOf));
  };
  const invalid = new Set(['invalid_credentials']);
  const refused = new Set(['captcha_failed']);
  const counted = () => accounts.rows('select key, points from rate_limits order by key');
  expect(await flood('first', 5)).toEqual(invalid);
  const { body } = await strict.tryPassword('one@flood.example.com', GUESS, '203.0.113.78');
  const proof = await solve(body.challenge);
  expect(await flood('paid', 1, proof)).toEqual(invalid);
  const before = await counted();
  expect(await flood('more', 20)).toEqual(refused);
  expect(await flood('again', 20, proof)).toEqual(refused);
  expect(await counted()).toEqual(before);
});

test('an IPv6 customer with thousands of networks may use no more than sixteen of them', async () => {
  const strict = accounts.process({ limits: { signUp: { points: 2, seconds: 300 } } });
  const signUpFrom = async (from: string) => {
    const body = { email: `${crypto.randomUUID()}@spray.example.com`, password: PASSWORD };
    return errorOf(await strict.request('POST', '/signup', { body, from }));
  };
  const all = await repeat(32, (n) => signUpFrom(`2001:db8:5:${n.toString(16)}::1`));
  expect(new Set(all)).toEqual(new Set([undefined]));
  expect(await signUpFrom('2001:db8:5:ffff::1')).toBe('captcha_failed');
  expect(await signUpFrom('2001:db8:6:1::1'), 'another customer').toBeUndefined();
});
