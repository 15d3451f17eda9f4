import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD, type TestResponse } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts({ confirmEmail: true });
const open = accounts.process({ confirmEmail: false });

const nobody = () => `${randomUUID()}@example.com`;

/** A response without the parts that differ between any two. */
function shape({ status, body, headers }: TestResponse, ...own: string[]) {
  let text = JSON.stringify({ status, body, headers: [...headers] })
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
  for (const word of own) text = text.replaceAll(word, 'own');
  return text;
}

/**
 * Expects both requests to get identical responses and to send the same statements, before the response and after it.
 * Comparing times would reveal less, and less reliably.
 */
async function expectAlike(
  request: (email: string) => Promise<TestResponse>,
  known: string,
  unknown: string,
) {
  const seen = [];
  for (const email of [known, unknown]) {
    let answer: TestResponse | undefined;
    const statements = await accounts.statementsOf(async () => {
      answer = await request(email);
    });
    seen.push({ answer: answer && shape(answer, email, email.split('@')[0] ?? ''), statements });
  }
  expect(seen[0]?.statements.length).toBeGreaterThan(0);
  expect(seen[0]).toEqual(seen[1]);
}

const signUp = (email: string, password = PASSWORD) =>
  accounts.request('POST', '/signup', { body: { email, password } });
const signIn = (email: string, password = PASSWORD) =>
  accounts.request('POST', '/token?grant_type=password', { body: { email, password } });

describe('nobody can find out whether an address has an account', () => {
  test.each(['/recover', '/otp'])('from %s, asked once or twice', async (path) => {
    const { email } = await open.newUser();
    const unknown = nobody();
    const request = (address: string) =>
      accounts.request('POST', path, { body: { email: address } });
    await expectAlike(request, email, unknown);
    await expectAlike(request, email, unknown); // too soon for another email
  });

  test('from /resend of a sign-up', async () => {
    const waiting = nobody();
    await signUp(waiting);
    await accounts.emailsTo(waiting);
    const unknown = nobody();
    const { email: confirmed } = await open.newUser();
    const request = (email: string) =>
      accounts.request('POST', '/resend', { body: { type: 'signup', email } });
    await expectAlike(request, waiting, unknown);
    await expectAlike(request, confirmed, nobody());
  });

  test('from /resend of an email change', async () => {
    const { email } = await open.newUser();
    const { access_token: token } = await open.signIn(email);
    await open.request('PUT', '/user', { token, body: { email: nobody() } });
    const request = (address: string) =>
      accounts.request('POST', '/resend', { body: { type: 'email_change', email: address } });
    await expectAlike(request, email, nobody());
  });

  test('from signing up', async () => {
    const { email } = await open.newUser();
    await expectAlike(signUp, email, nobody());
  });

  test('from signing up and then signing in', async () => {
    const { email } = await open.newUser();
    const unknown = nobody();
    for (const address of [email, unknown]) await signUp(address, 'known to whoever asks');
    await accounts.emailsTo(unknown);
    const request = (address: string) => signIn(address, 'known to whoever asks');
    await expectAlike(request, email, unknown);
    await expectAlike(request, email, nobody());
    const told = await request(unknown);
    expect(told.body).toMatchObject({ error_code: 'invalid_credentials' });
    expect(told.body.msg).toContain('open the link in our email');
  });

  test('from changing the email to it', async () => {
    const { email: taken } = await open.newUser();
    const answers = [];
    for (const newEmail of [taken, nobody()]) {
      const { email } = await open.newUser();
      const { access_token: token } = await open.signIn(email);
      let answer: TestResponse | undefined;
      const statements = await accounts.statementsOf(async () => {
        answer = await open.request('PUT', '/user', { token, body: { email: newEmail } });
      });
      answers.push({ answer: answer && shape(answer, email, newEmail), statements });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.answer).toContain('"status":200');
  });

  test('from the duration or message of a lock-out', async () => {
    const { email } = await open.newUser();
    const unknown = nobody();
    const lockedOut = async (address: string) => {
      for (let guess = 0; guess < 50; guess += 1) await signIn(address, 'a guess');
      const { status, body, headers } = await signIn(address, 'a guess');
      const wait = Number(headers.get('retry-after'));
      expect(wait).toBeGreaterThan(3000);
      return { status, body };
    };
    expect(await lockedOut(email)).toEqual(await lockedOut(unknown));
  });
});
