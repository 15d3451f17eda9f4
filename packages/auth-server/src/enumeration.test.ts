import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openTestAccounts, repeat, type TestResponse } from '#auth-server-test/accounts.ts';

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
  test.each(['/recover', '/otp'])('from %s, asked once or twice', async (path) => {
    const { email } = await open.newUser();
    const unknown = nobody();
    const request = (address: string) => post(path, { email: address });
    await expectAlike(request, email, unknown);
    await expectAlike(request, email, unknown); // too soon for another email
    expect(await accounts.emailsTo(unknown)).toEqual([]);
    expect(await accounts.emailsTo(email)).toHaveLength(1);
  });

  test('from /resend of a sign-up or of an email change', async () => {
    const resend = (type: string) => (email: string) => post('/resend', { type, email });
    const waiting = nobody();
    await signUp(waiting);
    const { email: confirmed } = await open.newUser();
    const unknown = nobody();
    await expectAlike(resend('signup'), waiting, unknown);
    await expectAlike(resend('signup'), confirmed);
    expect(await accounts.emailsTo(unknown)).toEqual([]);
    await open.update(await open.signIn(confirmed), { email: nobody() });
    await expectAlike(resend('email_change'), confirmed);
  });

  test('from signing up, and then signing in', async () => {
    const { email } = await open.newUser();
    const unknown = nobody();
    await expectAlike(signUp, email, unknown);
    const signIn = (address: string) => tryPassword(address, PASSWORD);
    await expectAlike(signIn, email, unknown);
    await expectAlike(signIn, email);
    const { body } = await signIn(unknown);
    expect(body.error_code).toBe('invalid_credentials');
    expect(body.msg).toContain('open the link in our email');
  });

  test('from changing the email to it', async () => {
    const { email: taken } = await open.newUser();
    const seen = [];
    for (const newEmail of [taken, nobody()]) {
      const { email } = await open.newUser();
      const session = await open.signIn(email);
      const change = () => open.update(session, { email: newEmail });
      seen.push(await seenOf(change, email, newEmail));
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.answer).toContain('"status":200');
  });

  test('from the duration or message of a lock-out', async () => {
    const few = accounts.process({ limits: { signInAccount: { points: 5, seconds: 3600 } } });
    const lockedOut = async (email: string) => {
      const answers = await repeat(6, () => few.tryPassword(email, 'a guess'));
      const { status, body, headers } = answers.at(-1) ?? expect.fail();
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
      return { status, body };
    };
    const locked = await lockedOut((await open.newUser()).email);
    expect(locked.status).toBe(429);
    expect(locked).toEqual(await lockedOut(nobody()));
  });
});
