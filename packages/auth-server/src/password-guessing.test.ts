import { describe, expect, test } from 'vitest';
import {
  atOnce,
  errorOf,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
  type TestProcess,
  type TestResponse,
} from '#auth-server-test/accounts.ts';
import { solve, withProof } from '#auth-server-test/proof-of-work.ts';

const accounts = await openTestAccounts();
/** Where an account is locked for unknown browsers after five guesses instead of fifty. */
const few = accounts.process({ limits: { signInAccount: { points: 5, seconds: 3600 } } });
const { newUser, tryPassword } = accounts;
type RequestAs = TestProcess['request'];
type Try = (email: string, password?: string, from?: string) => Promise<TestResponse>;

const GUESS = 'not the password';

const sendIn =
  (request: RequestAs) =>
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
  const { id, email } = await newUser();
  const browser = browserOf(process, from);
  const { status, headers } = await browser(email);
  expect(status).toBe(200);
  return { id, email, browser, cookie: headers.getSetCookie()[0] ?? '' };
}

const checked = (answers: TestResponse[]) =>
  answers.filter((answer) => errorOf(answer) === 'invalid_credentials').length;
const rateLimited = refusal(429, 'over_request_rate_limit');
const askedToWork = {
  status: 400,
  body: {
    error_code: 'captcha_failed',
    challenge: { parameters: { data: { purpose: 'signIn' } } },
  },
};

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
    expect((await tryPassword(email, PASSWORD, from)).status, 'the count starts anew').toBe(200);
  });

  test('leaves other networks alone, even with solved challenges: so many in an hour', async () => {
    const strict = accounts.process({ limits: { signInPairInAll: { points: 12, seconds: 3600 } } });
    const { email } = await newUser();
    const from = '203.0.113.8';
    const answers = await repeat(13, () => tryWorking(strict)(email, GUESS, from));
    expect(checked(answers)).toBe(12);
    expect(answers.at(-1)).toMatchObject(rateLimited);
    expect((await tryPassword(email)).status).toBe(200);
  });

  test('from many networks of one IPv6 customer neither: 25 of one account, whatever it does', async () => {
    const { email } = await newUser();
    const from = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
    const answers = await repeat(30, (guess) => tryPassword(email, GUESS, from(guess % 12)));
    expect(checked(answers)).toBe(25);
    expect(answers.at(-1)).toMatchObject(rateLimited);
    expect((await tryPassword(email, PASSWORD, '2001:db8:8:1::1')).status).toBe(200);
  });

  test('costs the same for an address without an account', async () => {
    const answers = await repeat(11, () => tryPassword('nobody@example.com', GUESS, '203.0.113.9'));
    expect(answers.map(errorOf)).toEqual([
      ...Array(10).fill('invalid_credentials'),
      'captcha_failed',
    ]);
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

  test('is forgiven when nine typing errors are followed by the right password', async () => {
    const { email } = await newUser();
    for (const evening of [1, 2]) {
      await repeat(9, () => tryPassword(email, GUESS, '203.0.113.12'));
      const { status } = await tryPassword(email, PASSWORD, '203.0.113.12');
      expect(status, `evening ${evening}`).toBe(200);
    }
  });
});

describe('strangers who guess from everywhere', () => {
  test('are stopped after fifty guesses, with a hint what to do instead, for an hour', async () => {
    const { email } = await newUser();
    await hunt(email, accounts, 50);
    const stopped = await tryWorking()(email);
    expect(stopped).toMatchObject(rateLimited);
    expect(stopped.body.msg).toContain('Forgot password?');
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(Number(stopped.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
    await accounts.rows('update rate_limits set expire = 0'); // it uses the database's clock
    expect((await tryPassword(email)).status).toBe(200);
  });

  test('do not lock the owner out of a browser that signed in before, on any network', async () => {
    const { email, browser } = await known();
    await hunt(email);
    expect((await browser(email)).status).toBe(200);
    expect((await browser(email.toUpperCase())).status).toBe(200);
  });

  test.each([
    ['/recover', 'POST'],
    ['/otp', 'POST'],
    ['/recover', 'GET'],
  ])(
    'do not prevent the owner from using a link emailed by %s (%s), which sets the device cookie',
    async (path, method) => {
      const { email } = await newUser();
      await hunt(email);
      const phone = few.browser();
      const signIn = () => sendIn(phone)({ email, password: PASSWORD });
      expect(await signIn()).toMatchObject(rateLimited);
      await phone('POST', path, { body: { email } });
      const type = (await accounts.linkTo(email)).searchParams.get('type') ?? '';
      const token = await accounts.tokenTo(email);
      if (method === 'POST') await phone('POST', '/verify', { body: { type, token_hash: token } });
      else await phone('GET', `/verify?${new URLSearchParams({ token, type })}`);
      expect((await signIn()).status).toBe(200);
    },
  );
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

  test('cannot make the challenges of its neighbours harder by requesting many', async () => {
    const guess = (n: number) => strict.tryPassword(`x${n}@example.com`, GUESS, '203.0.113.41');
    await repeat(5, guess);
    const counted = () =>
      accounts.rows(
        `select sum(points)::int as points from rate_limits where key like 'signInNetwork%'`,
      );
    const before = await counted();
    await repeat(30, () => guess(0));
    expect(await counted()).toEqual(before);
  });
});

test('many right passwords from one network need proof of work too: each costs a hash and a session', async () => {
  const strict = accounts.process({ limits: { signInTries: { points: 5, seconds: 300 } } });
  const { email } = await newUser();
  const from = '203.0.113.77';
  const answers = await repeat(7, () => strict.tryPassword(email, PASSWORD, from));
  expect(answers.slice(-2)).toMatchObject([askedToWork, askedToWork]);
  expect((await tryWorking(strict)(email, PASSWORD, from)).status).toBe(200);
});

describe('a browser with a device cookie for an account', () => {
  test('has twenty tries an hour of its own, and then counts as unknown', async () => {
    const { email, browser } = await known();
    const unknown = () => accounts.rows(`select from rate_limits where key like 'signInAccount%'`);
    await browser(email, GUESS);
    const before = await unknown();
    await repeat(18, () => browser(email, GUESS));
    expect(await unknown()).toHaveLength(before.length);
    await browser(email, GUESS); // one too many
    await repeat(5, () => few.tryPassword(email, GUESS));
    expect(await browser(email)).toMatchObject(rateLimited);
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
    expect(headers.getSetCookie()[0], 'on a secure URL it is sent nowhere else').toMatch(
      /; Secure;/,
    );
  });

  test('stays known for half a year', async () => {
    const { email, browser } = await known();
    await hunt(email);
    accounts.advance({ days: 179 });
    expect(errorOf(await browser(email, GUESS))).toBe('invalid_credentials');
    accounts.advance({ days: 2 });
    expect(await browser(email)).toMatchObject(rateLimited);
    accounts.advance({ days: -181 });
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
    const browsers = await repeat(3, async () => {
      const browser = browserOf(few);
      expect((await browser(email)).status).toBe(200);
      return browser;
    });
    const answers = await repeat(15, (n) => browsers[n % 3]?.(email, GUESS) ?? expect.fail());
    // Five in browsers with a cookie, and five in others.
    expect(checked(answers)).toBe(10);
    expect(answers.at(-1)).toMatchObject(rateLimited);
  });

  test('is known to twenty accounts, the last used ones: its requests never grow too large', async () => {
    const browser = few.browser();
    const users = await atOnce(23, () => newUser());
    let given = 0;
    for (const { email } of users) {
      const { headers } = await sendIn(browser)({ email, password: PASSWORD });
      for (const set of headers.getSetCookie()) given += /; Max-Age=0;/.test(set) ? -1 : 1;
      accounts.advance({ seconds: 1 });
    }
    expect(given).toBe(20);
    for (const [user, status] of [
      [users[0], 429],
      [users.at(-1), 200],
    ] as const) {
      const { email } = user ?? expect.fail();
      await hunt(email);
      expect((await sendIn(browser)({ email, password: PASSWORD })).status).toBe(status);
    }
  });

  test('is known to an account that has moved, and not to a new one with the address of a deleted one', async () => {
    const { id, email, browser } = await known();
    const moved = `moved-${email}`;
    await accounts.rows('update auth.users set email = $2 where id = $1', [id, moved]);
    await hunt(moved);
    expect((await browser(moved)).status).toBe(200);

    const deleted = await known();
    await accounts.rows('select auth.delete_account($1)', [deleted.id]);
    await newUser(deleted.email);
    await hunt(deleted.email);
    expect(await deleted.browser(deleted.email)).toMatchObject(rateLimited);
  });
});

test('a refused flood leaves no rows behind, whatever names it makes up and proofs it repeats', async () => {
  const strict = accounts.process({ limits: { signInNetwork: { points: 5, seconds: 300 } } });
  const flood = async (name: string, times: number, proof?: string) =>
    new Set(
      (
        await repeat(times, (n) => {
          const body = { email: `${name}-${n}@flood.example.com`, password: GUESS };
          return sendIn(strict.request)(proof ? withProof(body, proof) : body, '203.0.113.78');
        })
      ).map(errorOf),
    );
  const invalid = new Set(['invalid_credentials']);
  const refused = new Set(['captcha_failed']);
  const counted = () => accounts.rows('select key from rate_limits order by key');
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
