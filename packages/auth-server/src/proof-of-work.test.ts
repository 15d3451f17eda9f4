import { expect, test } from 'vitest';
import {
  atOnce,
  errorOf,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
  statusesOf,
  type TestResponse,
} from '#auth-server-test/accounts.ts';
import { solve, withProof } from '#auth-server-test/proof-of-work.ts';

const strict = await openTestAccounts({
  limits: {
    signUp: { points: 2, seconds: 300 },
    mailRequest: { points: 2, seconds: 300 },
    signInTries: { points: 1, seconds: 300 },
  },
});

const needsWork = refusal(400, 'captcha_failed');

/** Sends from one network. */
const sendFrom = (from: string) => (path: string, body: object) =>
  strict.request('POST', path, { body, from });

/** Signs somebody up. */
function signUp(from: string, captcha_token?: unknown) {
  const body = { email: `${crypto.randomUUID()}@example.in`, password: PASSWORD };
  return sendFrom(from)('/signup', { ...body, gotrue_meta_security: { captcha_token } });
}

/** The challenge of a network that has used up its limit of sign-ups. */
async function spentNetwork(from: string) {
  expect(statusesOf(await repeat(2, () => signUp(from)))).toEqual([200, 200]);
  const refused = await signUp(from);
  expect(refused).toMatchObject(needsWork);
  return refused.body.challenge;
}

test('past the sign-up limit of a network the next ones need proof of work, once; other networks do not', async () => {
  const from = '203.0.113.1';
  const proof = await solve(await spentNetwork(from));
  const answers = await atOnce(10, () => signUp(from, proof));
  expect(statusesOf(answers)).toEqual([200, ...Array(9).fill(400)]);
  expect((await signUp('203.0.113.2')).status).toBe(200);
});

test('past the email limit of a network the next requests need proof of work and are emailed', async () => {
  const { email } = await strict.newUser();
  const send = sendFrom('203.0.113.3');
  for (const path of ['/recover', '/otp']) await send(path, { email: 'a@b.in' });
  const refused = await send('/recover', { email });
  expect(refused).toMatchObject(needsWork);
  expect(await strict.emailsTo(email)).toEqual([]);
  const proof = await solve(refused.body.challenge);
  expect((await send('/recover', withProof({ email }, proof))).status).toBe(200);
  expect(await strict.kindsTo(email)).toEqual(['reset_password']);
});

test('invalid links block nobody: a neighbour’s valid one works, and so does a refresh', async () => {
  const send = sendFrom('203.0.113.4');
  const { email } = await strict.newUser();
  await strict.post('/recover', { email });
  const token = await strict.tokenTo(email);
  const verify = (token_hash: string) => send('/verify', { type: 'recovery', token_hash });
  const refresh = (refresh_token: string) =>
    send('/token?grant_type=refresh_token', { refresh_token });
  /** Ten requests at a time: of more, a busy server refuses some for want of a connection. */
  const junk = async (each: (text: string) => Promise<TestResponse>) =>
    new Set(
      (await repeat(15, (n) => atOnce(10, (m) => each(`junk ${n} ${m}`)))).flatMap(statusesOf),
    );
  expect(await junk(verify)).toEqual(new Set([403]));
  const { status, body } = await verify(token);
  expect(status).toBe(200);
  expect(await junk(refresh)).toEqual(new Set([400]));
  expect((await refresh(body.refresh_token)).status).toBe(200);
});

test('a proof is valid for two minutes', async () => {
  const from = '203.0.113.6';
  const challenge = await spentNetwork(from);
  const { expires } = challenge.parameters.data;
  const [row] = await strict.rows('select extract(epoch from now()) * 1000 as now');
  expect(expires - Number(row?.now)).toBeGreaterThan(110_000);
  expect(expires - Number(row?.now)).toBeLessThanOrEqual(120_000);
  challenge.parameters.data.expires += 1;
  expect((await signUp(from, await solve(challenge))).status).toBe(400);
});

test('a proof for one purpose does not work for another', async () => {
  const from = '203.0.113.7';
  const proof = await solve(await spentNetwork(from));
  const { email } = await strict.newUser();
  const body = { email, password: PASSWORD };
  const signIn = (each: object) => sendFrom(from)('/token?grant_type=password', each);
  expect((await signIn(body)).status).toBe(200);
  expect(errorOf(await signIn(withProof(body, proof)))).toBe('captcha_failed');
});

test('an invalid proof is answered with a new challenge, and never fails', async () => {
  const encode = (solved: unknown) => Buffer.from(JSON.stringify(solved)).toString('base64');
  const from = '203.0.113.8';
  const right = await solve(await spentNetwork(from));
  const solved = JSON.parse(Buffer.from(right, 'base64').toString());
  const { challenge, solution } = solved;
  const easier = (parameters: object) =>
    encode({
      ...solved,
      challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } },
    });
  for (const wrong of [
    '',
    'x',
    'null',
    encode(null),
    encode({ challenge: {} }),
    right.slice(0, -8),
    encode({ ...solved, solution: { ...solution, derivedKey: 'ab'.repeat(32) } }),
    encode({ ...solved, solution: { counter: 1e308, derivedKey: '__proto__' } }),
    easier({ cost: 1 }),
    easier({ keyPrefix: '' }),
    easier({ keySignature: '00' }),
  ]) {
    expect(await signUp(from, wrong), wrong).toMatchObject(needsWork);
  }
  for (const odd of [{}, [], 7]) {
    expect(errorOf(await signUp(from, odd))).toBe('validation_failed');
  }
  expect((await signUp(from, right)).status).toBe(200);
});

test('challenges get harder with the number of proofs, four times at most', async () => {
  const from = '203.0.113.9';
  let challenge = await spentNetwork(from);
  const stepsOf = async () =>
    JSON.parse(Buffer.from(await solve(challenge), 'base64').toString()).solution.counter;
  expect(await stepsOf()).toBeGreaterThanOrEqual(150);
  expect(await stepsOf()).toBeLessThan(450);
  await strict.rows(
    `update rate_limits set points = 1000 where key like 'signUp%' and points >= 2`,
  );
  challenge = (await signUp(from)).body.challenge;
  expect(await stepsOf()).toBeGreaterThanOrEqual(600);
  expect(await stepsOf()).toBeLessThan(1800);
});
