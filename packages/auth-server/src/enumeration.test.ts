import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openTestAccounts, silentLog, type TestResponse } from '#auth-server-test/accounts.ts';
import { createBackground } from './background-tasks.ts';

const accounts = await openTestAccounts({ confirmEmail: true });
const open = accounts.process({ confirmEmail: false });
const { post, tryPassword } = accounts;

const nobody = () => `${randomUUID()}@example.com`;
const PASSWORD = 'known to whoever asks';

/** A response without the parts that differ between any two. */
function shape({ status, body, headers }: TestResponse, ...own: string[]) {
  let text = JSON.stringify({ status, body, headers: [...headers] })
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
  for (const word of own) text = text.replaceAll(word, 'own');
  return text;
}

/** A response, and the statements that were sent before it and after it, without what differs between any two. */
async function seenOf(request: () => Promise<TestResponse>, ...own: string[]) {
  let answer = '';
  const statements = await accounts.statementsOf(async () => {
    answer = shape(await request(), ...own);
  });
  return { answer, statements };
}

/**
 * Expects both requests to get identical responses and to send the same statements, before the response and after it.
 * Comparing times would reveal less, and less reliably.
 */
async function expectAlike(
  request: (email: string) => Promise<TestResponse>,
  known: string,
  unknown: string = nobody(),
) {
  const seen = [];
  for (const email of [known, unknown]) {
    seen.push(await seenOf(() => request(email), email, email.split('@')[0] ?? ''));
  }
  expect(seen[0]?.statements.length).toBeGreaterThan(0);
  expect(seen[0]).toEqual(seen[1]);
}

const signUp = async (email: string) => {
  const answer = await post('/signup', { email, password: PASSWORD });
  await accounts.auth.drain();
  return answer;
};

describe('nobody can find out whether an address has an account', () => {
  test('from /recover, asked once or twice', async () => {
    const { email } = await open.newUser();
    const unknown = nobody();
    const request = (address: string) => post('/recover', { email: address });
    await expectAlike(request, email, unknown);
    await expectAlike(request, email, unknown); // too soon for another email
    expect(await accounts.emailsTo(unknown)).toEqual([]);
    expect(await accounts.emailsTo(email)).toHaveLength(1);
  });

  test('from /resend of a sign-up', async () => {
    const resend = (email: string) => post('/resend', { type: 'signup', email });
    const waiting = nobody();
    await signUp(waiting);
    const { email: confirmed } = await open.newUser();
    const unknown = nobody();
    await expectAlike(resend, waiting, unknown);
    await expectAlike(resend, confirmed);
    expect(await accounts.emailsTo(unknown)).toEqual([]);
  });

  test('from signing up, and then signing in', async () => {
    const { email } = await open.newUser();
    const unknown = nobody();
    await expectAlike(signUp, email, unknown);
    const signIn = (address: string) => tryPassword(address, PASSWORD);
    await expectAlike(signIn, email, unknown);
    await expectAlike(signIn, email);
    const { body } = await signIn(unknown);
    expect(body.code).toBe('invalid_credentials');
    expect(body.message).toContain('open the link in our email');
  });

  test('from changing the email to it', async () => {
    const { email: taken } = await open.newUser();
    const seen = [];
    for (const newEmail of [taken, nobody()]) {
      const { email } = await open.newUser();
      const session = await open.signIn(email);
      seen.push(await seenOf(() => open.update(session, { email: newEmail }), email, newEmail));
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.answer).toContain('"status":200');
  });

  test('from the message of a lock-out', async () => {
    const few = accounts.process({ limits: { signInAccount: { points: 1, seconds: 3600 } } });
    const { email } = await open.newUser();
    const lockedOut = async (address: string) => {
      await few.tryPassword(address, 'a guess');
      const { status, body } = await few.tryPassword(address, 'a guess');
      expect(status).toBe(429);
      return body;
    };
    expect(await lockedOut(email)).toEqual(await lockedOut(nobody()));
  });
});

afterEach(() => {
  vi.useRealTimers();
});

test('background work starts at an unpredictable time within a second', async () => {
  vi.useFakeTimers();
  const background = createBackground(silentLog);
  const begun: number[] = [];
  for (let n = 0; n < 200; n += 1) background.run(async () => void begun.push(Date.now()));
  const asked = Date.now();
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toHaveLength(200);
  expect(Math.max(...begun) - asked).toBeGreaterThan(800);
  expect(new Set(begun).size).toBeGreaterThan(100);
});

test('settling does not wait for that time, but for the work and for work it has started', async () => {
  vi.useFakeTimers(); // time stands still
  const background = createBackground(silentLog);
  const done: string[] = [];
  background.run(async () => {
    background.run(async () => void done.push('second'));
    done.push('first');
  });
  background.run(() => Promise.reject(new Error('this is logged')));
  await background.drain();
  expect(done).toEqual(['first', 'second']);
});
