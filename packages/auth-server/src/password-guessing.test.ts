import { describe, expect, test } from 'vitest';
import {
  openTestAccounts,
  PASSWORD,
  type TestProcess,
  type TestResponse,
} from '#auth-server-test/accounts.ts';
import { solve, withProof } from '#auth-server-test/proof-of-work.ts';

const accounts = await openTestAccounts();
type RequestAs = TestProcess['request'];

const GUESS = 'not the password';

function tryPassword(
  request: RequestAs,
  email: string,
  password: string,
  from?: string,
  proof?: string,
) {
  const body = { email, password };
  return request('POST', '/token?grant_type=password', {
    body: proof === undefined ? body : withProof(body, proof),
    ...(from && { from }),
  });
}

/** Like a browser: solves a requested challenge, and sends the request again. */
async function tryWorking(request: RequestAs, email: string, password: string, from?: string) {
  const answer = await tryPassword(request, email, password, from);
  if (answer.body.error_code !== 'captcha_failed') return answer;
  return tryPassword(request, email, password, from, await solve(answer.body.challenge));
}

/** An account, and the browser that signed in to it before. */
async function known(process: TestProcess = accounts, from?: string) {
  const { email } = await process.newUser();
  const browser = process.browser(from);
  expect((await tryPassword(browser, email, PASSWORD)).status).toBe(200);
  return { email, browser };
}

/** Wrong passwords from everywhere until the account is locked for unknown browsers. */
async function hunt(email: string, process: TestProcess = accounts) {
  for (let guess = 0; guess < 50; guess += 1) {
    expect((await tryPassword(process.request, email, GUESS)).body.error_code).toBe(
      'invalid_credentials',
    );
  }
  expect(await tryPassword(process.request, email, GUESS)).toMatchObject(rateLimited);
}

const timePasses = () => accounts.rows('update rate_limits set expire = 0'); // it uses the database's clock

const codes = (answers: TestResponse[]) => answers.map(({ body }) => body.error_code);
const rateLimited = { status: 429, body: { error_code: 'over_request_rate_limit' } };
const askedToWork = {
  status: 400,
  body: {
    error_code: 'captcha_failed',
    challenge: { parameters: { data: { purpose: 'signIn' } } },
  },
};

describe('guessing at one account from one network', () => {
  test('needs proof of work from the tenth guess on, every time, and of the owner there once', async () => {
    const { email } = await accounts.newUser();
    const from = '203.0.113.7';
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await tryPassword(accounts.request, email, GUESS, from)).body.error_code).toBe(
        'invalid_credentials',
      );
    }
    for (const password of [GUESS, PASSWORD]) {
      expect(await tryPassword(accounts.request, email, password, from)).toMatchObject(askedToWork);
    }
    expect((await tryWorking(accounts.request, email, GUESS, from)).status).toBe(400);
    expect((await tryWorking(accounts.request, email, PASSWORD, from)).status).toBe(200);
    // And then the count starts anew.
    expect((await tryPassword(accounts.request, email, PASSWORD, from)).status).toBe(200);
  });

  test('leaves other networks alone, even with solved challenges: 25 in an hour at most', async () => {
    const { email } = await accounts.newUser();
    const from = '203.0.113.8';
    let answer = await tryWorking(accounts.request, email, GUESS, from);
    for (let guess = 1; guess < 26; guess += 1) {
      expect(answer.body.error_code).toBe('invalid_credentials');
      answer = await tryWorking(accounts.request, email, GUESS, from);
    }
    expect(answer).toMatchObject(rateLimited);
    expect((await tryPassword(accounts.request, email, PASSWORD)).status).toBe(200);
    // The challenges are work for the processor.
  }, 300_000);

  test('from many networks of one IPv6 customer neither: 25 of one account, whatever it does', async () => {
    const { email } = await accounts.newUser();
    const from = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
    const answers = [];
    for (let guess = 0; guess < 60; guess += 1) {
      answers.push(await tryPassword(accounts.request, email, GUESS, from(guess % 12)));
    }
    expect(codes(answers).filter((code) => code === 'invalid_credentials')).toHaveLength(25);
    expect(answers.at(-1)).toMatchObject(rateLimited);
    expect((await tryPassword(accounts.request, email, PASSWORD, '2001:db8:8:1::1')).status).toBe(
      200,
    );
  });

  test('costs the same for an address without an account', async () => {
    const from = '203.0.113.9';
    const answers = [];
    for (let guess = 0; guess < 11; guess += 1) {
      answers.push(await tryPassword(accounts.request, 'nobody@example.com', GUESS, from));
    }
    expect(codes(answers)).toEqual([...Array(10).fill('invalid_credentials'), 'captcha_failed']);
  });

  test('is not cheaper when the guesses come all at once', async () => {
    const { email } = await accounts.newUser();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => tryPassword(accounts.request, email, GUESS, '203.0.113.10')),
    );
    expect(codes(answers).filter((code) => code === 'invalid_credentials')).toHaveLength(10);
    expect(codes(answers).filter((code) => code === 'captcha_failed')).toHaveLength(30);
  });

  test('is counted across all processes', async () => {
    const { email } = await accounts.newUser();
    const other = accounts.process();
    for (const { request } of Array(5).fill([accounts, other]).flat()) {
      await tryPassword(request, email, GUESS, '203.0.113.11');
    }
    expect(await tryPassword(other.request, email, PASSWORD, '203.0.113.11')).toMatchObject(
      askedToWork,
    );
  });

  test('is forgiven when nine typing errors are followed by the right password', async () => {
    const { email } = await accounts.newUser();
    for (const evening of [1, 2]) {
      for (let guess = 0; guess < 9; guess += 1) {
        await tryPassword(accounts.request, email, GUESS, '203.0.113.12');
      }
      const { status } = await tryPassword(accounts.request, email, PASSWORD, '203.0.113.12');
      expect(status, `evening ${evening}`).toBe(200);
    }
  });
});

describe('strangers who guess from everywhere', () => {
  test('are stopped after fifty guesses, with a hint what to do instead, for an hour', async () => {
    const { email } = await accounts.newUser();
    await hunt(email);
    const stopped = await tryWorking(accounts.request, email, PASSWORD);
    expect(stopped).toMatchObject(rateLimited);
    expect(stopped.body.msg).toContain('Forgot password?');
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(Number(stopped.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
    await timePasses();
    expect((await tryPassword(accounts.request, email, PASSWORD)).status).toBe(200);
  });

  test('are stopped alike where there is no account', async () => {
    await hunt('also-nobody@example.com');
  });

  test('do not lock the owner out of a browser that signed in before, on any network', async () => {
    const { email, browser } = await known();
    await hunt(email);
    expect((await tryPassword(browser, email, PASSWORD)).status).toBe(200);
    expect((await tryPassword(browser, email.toUpperCase(), PASSWORD)).status).toBe(200);
  });

  test.each([
    ['recovery', '/recover'],
    ['magiclink', '/otp'],
  ])(
    'do not prevent the owner from using an emailed %s link, which sets the device cookie',
    async (type, path) => {
      const { email } = await accounts.newUser();
      await hunt(email);
      const phone = accounts.browser();
      expect(await tryPassword(phone, email, PASSWORD)).toMatchObject(rateLimited);
      await phone('POST', path, { body: { email } });
      const token_hash = (await accounts.linkTo(email)).searchParams.get('token_hash');
      expect((await phone('POST', '/verify', { body: { type, token_hash } })).status).toBe(200);
      expect((await tryPassword(phone, email, PASSWORD)).status).toBe(200);
    },
  );

  test('do not lock the owner out of an emailed link', async () => {
    const { email } = await accounts.newUser();
    await hunt(email);
    const phone = accounts.browser();
    await phone('POST', '/recover', { body: { email } });
    const token = (await accounts.linkTo(email)).searchParams.get('token_hash') ?? '';
    await phone('GET', `/verify?${new URLSearchParams({ token, type: 'recovery' })}`);
    expect((await tryPassword(phone, email, PASSWORD)).status).toBe(200);
  });
});

describe('one machine that guesses at many accounts', () => {
  const strict = accounts.process({ limits: { signInNetwork: { points: 5, seconds: 300 } } });

  test('needs proof of work for each guess, and its neighbours once for a right password; other networks none', async () => {
    const { email } = await accounts.newUser();
    const from = (n: number) => `2001:db8:9:9:${n}::1`; // one customer's /64
    for (let n = 1; n <= 5; n += 1) {
      expect((await tryPassword(strict.request, `v${n}@example.com`, GUESS, from(n))).status).toBe(
        400,
      );
    }
    expect(await tryPassword(strict.request, 'v6@example.com', GUESS, from(6))).toMatchObject(
      askedToWork,
    );
    expect(await tryPassword(strict.request, email, PASSWORD, from(7))).toMatchObject(askedToWork);
    expect((await tryWorking(strict.request, email, PASSWORD, from(7))).status).toBe(200);
    expect((await tryPassword(strict.request, email, PASSWORD, '2001:db8:9:8::1')).status).toBe(
      200,
    );
  });

  test('costs nothing for a neighbour who signed in here before', async () => {
    const from = '203.0.113.40';
    const { email, browser } = await known(strict, from);
    for (let n = 0; n < 20; n += 1)
      await tryWorking(strict.request, `w${n}@example.com`, GUESS, from);
    expect((await tryPassword(browser, email, PASSWORD)).status).toBe(200);
  });

  test('cannot make the challenges of its neighbours harder by requesting many', async () => {
    const from = '203.0.113.41';
    for (let n = 0; n < 5; n += 1)
      await tryPassword(strict.request, `x${n}@example.com`, GUESS, from);
    const counted = () =>
      accounts.rows(
        `select sum(points)::int as points from rate_limits where key like 'signInNetwork%'`,
      );
    const before = await counted();
    for (let n = 0; n < 30; n += 1) await tryPassword(strict.request, 'x@example.com', GUESS, from);
    expect(await counted()).toEqual(before);
  });
});

test('many right passwords from one network need proof of work too: each costs a hash and a session', async () => {
  const strict = accounts.process({ limits: { signInTries: { points: 5, seconds: 300 } } });
  const { email } = await accounts.newUser();
  const answers = [];
  for (let time = 0; time < 7; time += 1) {
    answers.push(await tryPassword(strict.request, email, PASSWORD, '203.0.113.77'));
  }
  expect(codes(answers).slice(-2)).toEqual(['captcha_failed', 'captcha_failed']);
  expect((await tryWorking(strict.request, email, PASSWORD, '203.0.113.77')).status).toBe(200);
});

describe('a browser with a device cookie for an account', () => {
  test('has twenty tries an hour of its own, and then counts as unknown', async () => {
    const { email, browser } = await known();
    for (let guess = 1; guess < 20; guess += 1) await tryPassword(browser, email, GUESS);
    const used = await accounts.rows(`select from rate_limits where key like 'signInAccount%'`);
    await tryPassword(browser, email, GUESS);
    expect(
      await accounts.rows(`select from rate_limits where key like 'signInAccount%'`),
    ).toHaveLength(used.length);
    await tryPassword(browser, email, GUESS); // one too many
    await hunt(email).catch(() => {});
    expect(await tryPassword(browser, email, PASSWORD)).toMatchObject(rateLimited);
  });

  test('is known to no other account, and reveals to nobody whose it is', async () => {
    const { email, browser } = await known();
    const other = await accounts.newUser();
    await hunt(other.email);
    expect(await tryPassword(browser, other.email, PASSWORD)).toMatchObject(rateLimited);
    const { headers } = await tryPassword(browser, email, PASSWORD);
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(
      /^device-[\w-]{16}=[^;]+; Max-Age=15552000; Path=\/auth\/v1; HttpOnly; SameSite=Lax$/,
    );
    expect(cookie).not.toContain(email.split('@')[0]);
  });

  test('stays known for half a year', async () => {
    const { email, browser } = await known();
    await hunt(email);
    accounts.advance({ days: 179 });
    expect((await tryPassword(browser, email, GUESS)).body.error_code).toBe('invalid_credentials');
    accounts.advance({ days: 2 });
    expect(await tryPassword(browser, email, PASSWORD)).toMatchObject(rateLimited);
    accounts.advance({ days: -181 });
  });

  test.each([
    ['made up', (cookie: string) => cookie.replace(/=.*/, '=a.b.c.d')],
    ['renamed', (cookie: string) => cookie.replace(/^device-[\w-]+/, 'device-0000000000000000')],
    ['that names another browser', (cookie: string) => cookie.replace(/=[\w-]+\./, '=other.')],
    ['made younger', (cookie: string) => cookie.replace(/\.\d+\./, '.99999999999.')],
    ['raised', (cookie: string) => cookie.replace('.password.', '.factor.')],
    ['cut short', (cookie: string) => cookie.slice(0, -1)],
  ])('is not recognized by a cookie that was %s', async (_, forge) => {
    const { email } = await accounts.newUser();
    const { headers } = await tryPassword(accounts.request, email, PASSWORD);
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    await hunt(email);
    const bring = (value: string) =>
      accounts.request('POST', '/token?grant_type=password', {
        body: { email, password: PASSWORD },
        headers: { cookie: value },
      });
    expect(await bring(forge(cookie))).toMatchObject(rateLimited);
    expect((await bring(cookie)).status).toBe(200);
  });

  test('gives the owner of many such cookies no more guesses than one account may have', async () => {
    const { email } = await accounts.newUser();
    const browsers = Array.from({ length: 8 }, () => accounts.browser());
    for (const browser of browsers) {
      expect((await tryPassword(browser, email, PASSWORD)).status).toBe(200);
    }
    const answers = [];
    for (const browser of browsers) {
      for (let guess = 1; guess < 20; guess += 1) {
        answers.push(await tryPassword(browser, email, GUESS));
      }
    }
    const checked = codes(answers).filter((code) => code === 'invalid_credentials');
    // Fifty in browsers with a cookie, and fifty in others.
    expect(checked).toHaveLength(100);
    expect(answers.at(-1)).toMatchObject(rateLimited);
  });

  test('is known to twenty accounts, the last used ones: its requests never grow too large', async () => {
    const browser = accounts.browser();
    const users = await Promise.all(Array.from({ length: 23 }, () => accounts.newUser()));
    let given = 0;
    for (const { email } of users) {
      const { headers } = await tryPassword(browser, email, PASSWORD);
      for (const set of headers.getSetCookie()) given += /; Max-Age=0;/.test(set) ? -1 : 1;
      accounts.advance({ seconds: 1 });
    }
    expect(given).toBe(20);
    const [first, last] = [users[0]?.email ?? '', users.at(-1)?.email ?? ''];
    for (const email of [first, last]) await hunt(email);
    expect((await tryPassword(browser, first, PASSWORD)).status).toBe(429);
    expect((await tryPassword(browser, last, PASSWORD)).status).toBe(200);
  });

  test('is not known to a new account with the address of a deleted one', async () => {
    const { id, email } = await accounts.newUser();
    const browser = accounts.browser();
    expect((await tryPassword(browser, email, PASSWORD)).status).toBe(200);
    await accounts.rows('select auth.delete_account($1)', [id]);
    await accounts.newUser(email);
    await hunt(email);
    expect(await tryPassword(browser, email, PASSWORD)).toMatchObject(rateLimited);
  });

  test('is known to an account that has moved to another address', async () => {
    const { id, email } = await accounts.newUser();
    const browser = accounts.browser();
    expect((await tryPassword(browser, email, PASSWORD)).status).toBe(200);
    const moved = `moved-${email}`;
    await accounts.rows('update auth.users set email = $2 where id = $1', [id, moved]);
    await hunt(moved);
    expect((await tryPassword(browser, moved, PASSWORD)).status).toBe(200);
  });

  test('gets a cookie on a secure URL that is sent nowhere else', async () => {
    const secure = accounts.process({ issuer: 'https://tea.example.in/auth/v1' });
    const { email } = await accounts.newUser();
    const { headers } = await tryPassword(secure.request, email, PASSWORD);
    expect(headers.getSetCookie()[0]).toMatch(/; Secure;/);
  });
});

test('a refused flood leaves no rows behind, whatever names it makes up and proofs it repeats', async () => {
  const from = '203.0.113.77';
  const flood = async (name: string, times: number, proof?: string) => {
    const answers = [];
    for (let time = 0; time < times; time += 1) {
      const email = `${name}-${time}@flood.example.com`;
      answers.push(await tryPassword(accounts.request, email, GUESS, from, proof));
    }
    return answers;
  };
  const counted = () => accounts.rows('select key from rate_limits order by key');
  const [, refused] = [await flood('first', 100), await flood('one', 1)];
  expect(refused).toMatchObject([askedToWork]);
  const proof = await solve(refused[0]?.body.challenge);
  expect(codes(await flood('paid', 1, proof))).toEqual(['invalid_credentials']);
  const before = await counted();
  expect(new Set(codes(await flood('more', 20)))).toEqual(new Set(['captcha_failed']));
  expect(new Set(codes(await flood('again', 20, proof)))).toEqual(new Set(['captcha_failed']));
  expect(await counted()).toEqual(before);
});

test('an IPv6 customer with thousands of networks may use no more than sixteen of them', async () => {
  const strict = accounts.process({ limits: { signUp: { points: 2, seconds: 300 } } });
  const signUpFrom = async (address: string) => {
    const body = { email: `${crypto.randomUUID()}@spray.example.com`, password: PASSWORD };
    const answer = await strict.request('POST', '/signup', { body, from: address });
    return answer.body.error_code;
  };
  for (let network = 0; network < 32; network += 1) {
    expect(await signUpFrom(`2001:db8:5:${network.toString(16)}::1`)).toBeUndefined();
  }
  expect(await signUpFrom('2001:db8:5:ffff::1')).toBe('captcha_failed');
  expect(await signUpFrom('2001:db8:6:1::1'), 'another customer').toBeUndefined();
});
