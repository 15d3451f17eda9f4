import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts();

/** An application that reads every dash as '-' and every '０' as '0'. */
const read = (typed: string) => typed.trim().replaceAll('—', '-').replaceAll('０', '0');
const reading = accounts.process({}, { typedText: { email: read, line: read, code: read } });

test('emails and names are read as the application says, passwords as they were typed', async () => {
  const password = ' a — long ０ passphrase ';
  const body = { email: ' a—０@example.com ', password, data: { full_name: ' A—B ', tea: ' — ' } };
  const created = await reading.request('POST', '/signup', { body });
  expect(created).toMatchObject({
    status: 200,
    body: { email: 'a-0@example.com', user_metadata: { full_name: 'A-B', tea: ' — ' } },
  });
  const signIn = (each: object) =>
    reading.request('POST', '/token?grant_type=password', { body: { email: body.email, ...each } });
  expect(await signIn({ password })).toMatchObject({ status: 200 });
  expect(await signIn({ password: read(password) })).toMatchObject({ status: 400 });
});

test('an operator names an account in any way that its owner may type it', async () => {
  await accounts.newUser('b-0@example.com');
  expect(await reading.auth.admin.endSessions(' B—０@example.com')).toBe(0);
});

test('without an application’s word they are trimmed', async () => {
  const body = { email: ' c@example.com ', password: PASSWORD };
  expect(await accounts.request('POST', '/signup', { body })).toMatchObject({
    body: { email: 'c@example.com' },
  });
});
