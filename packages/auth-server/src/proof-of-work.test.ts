import { expect, test } from 'vitest';
import {
  atOnce,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
  solve,
  statusesOf,
  withProof,
} from '#auth-server-test/accounts.ts';

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

test('past the email limit of a network the next requests need proof of work; links and refreshes never do', async () => {
  const { email } = await strict.newUser();
  const send = sendFrom('203.0.113.3');
  await repeat(2, () => send('/recover', { email: 'a@b.in' }));
  const refused = await send('/recover', { email });
  expect(refused).toMatchObject(needsWork);
  expect(await strict.emailsTo(email)).toEqual([]);
  const proof = await solve(refused.body.challenge);
  expect((await send('/recover', withProof({ email }, proof))).status).toBe(200);
  const verify = (token_hash: string) => send('/verify', { type: 'recovery', token_hash });
  const refresh = (refresh_token: string) =>
    send('/token?grant_type=refresh_token', { refresh_token });
  await repeat(20, async () => {
    expect((await verify('junk')).status).toBe(403);
    expect((await refresh('junk')).status).toBe(400);
  });
  const { body } = await verify(await strict.tokenTo(email));
  expect((await refresh(body.refresh_token)).status).toBe(200);
});

test('a proof is valid for two minutes; an invalid one is answered with a new challenge', async () => {
  const encode = (solved: unknown) => Buffer.from(JSON.stringify(solved)).toString('base64');
  const from = '203.0.113.8';
  const now = async () => {
    const [row] = await strict.rows('select extract(epoch from now()) * 1000 as now');
    return Number(row?.now);
  };
  const before = await now();
  const asked = await spentNetwork(from);
  const after = await now();
  expect(asked.parameters.data.expires).toBeGreaterThanOrEqual(Math.floor(before) + 120_000);
  expect(asked.parameters.data.expires).toBeLessThanOrEqual(after + 120_000);
  const right = await solve(asked);
  const solved = JSON.parse(Buffer.from(right, 'base64').toString());
  const { challenge, solution } = solved;
  const { expires } = challenge.parameters.data;
  const easier = (parameters: object) =>
    encode({
      ...solved,
      challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } },
    });
  for (const wrong of [
    'x',
    encode(null),
    right.slice(0, -8),
    encode({ ...solved, solution: { ...solution, derivedKey: 'ab'.repeat(32) } }),
    easier({ data: { ...challenge.parameters.data, expires: expires + 1 } }),
    easier({ cost: 1 }),
    easier({ keyPrefix: '' }),
    easier({ keySignature: '00' }),
  ]) {
    expect(await signUp(from, wrong), wrong).toMatchObject(needsWork);
  }
  const body = withProof({ email: 'a@b.in', password: PASSWORD }, right);
  const signIn = () => sendFrom(from)('/token?grant_type=password', body);
  await signIn();
  expect(await signIn(), 'for another purpose').toMatchObject(needsWork);
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
