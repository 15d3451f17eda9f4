import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';
import { solve, withProof } from '#auth-server-test/proof-of-work.ts';

const strict = await openTestAccounts({
  limits: {
    signUp: { points: 2, seconds: 300 },
    mailRequest: { points: 2, seconds: 300 },
    signInTries: { points: 1, seconds: 300 },
  },
});

let people = 0;

/** Signs up from a network that has used up its limit of sign-ups. */
function signUp(from: string, proof?: unknown) {
  people += 1;
  const body = { email: `n${people}@example.in`, password: PASSWORD };
  return strict.request('POST', '/signup', {
    body: proof === undefined ? body : { ...body, gotrue_meta_security: { captcha_token: proof } },
    from,
  });
}

async function spentNetwork(from: string) {
  for (let time = 0; time < 2; time += 1) expect((await signUp(from)).status).toBe(200);
  const { status, body } = await signUp(from);
  expect({ status, code: body.error_code }).toEqual({ status: 400, code: 'captcha_failed' });
  return body.challenge;
}

/** Ten requests at a time: of more, a busy server refuses some for want of a connection. */
async function statusesOf150(send: (n: number) => Promise<{ status: number }>) {
  const statuses = new Set<number>();
  for (let first = 0; first < 150; first += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => send(first + n)));
    for (const { status } of answers) statuses.add(status);
  }
  return statuses;
}

test('past the sign-up limit of a network the next ones need proof of work; other networks do not', async () => {
  const from = '203.0.113.1';
  const challenge = await spentNetwork(from);
  expect((await signUp(from, await solve(challenge))).status).toBe(200);
  expect((await signUp('203.0.113.2')).status).toBe(200);
});

test('past the email limit of a network the next requests need proof of work and are emailed', async () => {
  const { email } = await strict.newUser();
  const from = '203.0.113.3';
  for (const path of ['/recover', '/otp'])
    await strict.request('POST', path, { body: { email: 'a@b.in' }, from });
  const { body } = await strict.request('POST', '/recover', { body: { email }, from });
  expect(body.error_code).toBe('captcha_failed');
  expect(await strict.emailsTo(email)).toEqual([]);
  const asked = withProof({ email }, await solve(body.challenge));
  expect((await strict.request('POST', '/recover', { body: asked, from })).status).toBe(200);
  expect((await strict.emailsTo(email)).map(({ kind }) => kind)).toEqual(['reset_password']);
});

test('invalid links block nobody: a neighbour’s valid one works, and so does a refresh', async () => {
  const from = '203.0.113.4';
  const { email } = await strict.newUser();
  await strict.request('POST', '/recover', { body: { email } });
  const token_hash = (await strict.linkTo(email)).searchParams.get('token_hash');
  const verify = (token: string | null) =>
    strict.request('POST', '/verify', { body: { type: 'recovery', token_hash: token }, from });
  expect(await statusesOf150((n) => verify(`junk ${n}`))).toEqual(new Set([403]));
  const { status, body } = await verify(token_hash);
  expect(status).toBe(200);
  const refresh = (refresh_token: string) =>
    strict.request('POST', '/token?grant_type=refresh_token', { body: { refresh_token }, from });
  expect(await statusesOf150((n) => refresh(`junk ${n}`))).toEqual(new Set([400]));
  expect((await refresh(body.refresh_token)).status).toBe(200);
});

test('a proof works once, also when it is sent ten times at once', async () => {
  const from = '203.0.113.5';
  const proof = await solve(await spentNetwork(from));
  const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(from, proof)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
});

test('a proof is valid for two minutes', async () => {
  const from = '203.0.113.6';
  const challenge = await spentNetwork(from);
  const { expires } = challenge.parameters.data;
  const [row] = await strict.rows('select extract(epoch from now()) * 1000 as now');
  expect(expires - Number(row?.now)).toBeGreaterThan(110_000);
  expect(expires - Number(row?.now)).toBeLessThanOrEqual(120_000);
  const rewritten = structuredClone(challenge);
  rewritten.parameters.data.expires += 1;
  expect((await signUp(from, await solve(rewritten))).status).toBe(400);
});

test('a proof for one purpose does not work for another', async () => {
  const from = '203.0.113.7';
  const challenge = await spentNetwork(from);
  const { email } = await strict.newUser();
  const signIn = (proof?: string) =>
    strict.request('POST', '/token?grant_type=password', {
      body: { email, password: PASSWORD, gotrue_meta_security: { captcha_token: proof } },
      from,
    });
  expect((await signIn()).status).toBe(200);
  expect((await signIn(await solve(challenge))).body.error_code).toBe('captcha_failed');
});

test('an invalid proof is answered with a new challenge, and never fails', async () => {
  const from = '203.0.113.8';
  const challenge = await spentNetwork(from);
  const right = await solve(challenge);
  const solved = JSON.parse(Buffer.from(right, 'base64').toString());
  const wrongs = [
    '',
    'x',
    'null',
    Buffer.from('null').toString('base64'),
    Buffer.from('{"challenge":{}}').toString('base64'),
    right.slice(0, -8),
    encode({ ...solved, solution: { ...solved.solution, derivedKey: 'ab'.repeat(32) } }),
    encode({ ...solved, solution: { counter: 1e308, derivedKey: '__proto__' } }),
    easier(solved, { cost: 1 }),
    easier(solved, { keyPrefix: '' }),
    easier(solved, { keySignature: '00' }),
  ];
  for (const wrong of wrongs) {
    const { status, body } = await signUp(from, wrong);
    expect({ status, code: body.error_code }, wrong).toEqual({
      status: 400,
      code: 'captcha_failed',
    });
  }
  for (const odd of [{}, [], 7]) {
    expect((await signUp(from, odd)).body.error_code).toBe('validation_failed');
  }
  expect((await signUp(from, right)).status).toBe(200);
});

test('challenges get harder with the number of proofs, four times at most', async () => {
  const from = '203.0.113.9';
  let challenge = await spentNetwork(from);
  const stepsOf = async () => {
    const solved = JSON.parse(Buffer.from(await solve(challenge), 'base64').toString());
    return solved.solution.counter;
  };
  expect(await stepsOf()).toBeGreaterThanOrEqual(150);
  expect(await stepsOf()).toBeLessThan(450);
  await strict.rows(
    `update rate_limits set points = 1000 where key like 'signUp%' and points >= 2`,
  );
  challenge = (await signUp(from)).body.challenge;
  expect(await stepsOf()).toBeGreaterThanOrEqual(600);
  expect(await stepsOf()).toBeLessThan(1800);
});

function encode(solved: unknown): string {
  return Buffer.from(JSON.stringify(solved)).toString('base64');
}

function easier(solved: { challenge: { parameters: object } }, parameters: object): string {
  const { challenge } = solved;
  return encode({
    ...solved,
    challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } },
  });
}
