import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts({
  limits: { changePassword: { points: 100, seconds: 300 } },
});
const NEW_PASSWORD = 'pour it slowly';

async function asked() {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  expect((await client.reauthenticate()).error).toBeNull();
  const mail = (await accounts.mailsTo(email)).at(-1);
  if (mail?.kind !== 'reauthentication') throw new Error('no code was mailed');
  return { email, client, code: mail.code };
}

const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

test('Reauthentication: a mailed code replaces the current password, once', async () => {
  const { email, client, code } = await asked();
  expect(code).toMatch(/^\d{6}$/);
  expect((await client.updateUser({ password: NEW_PASSWORD, nonce: code })).error).toBeNull();
  await accounts.signIn(email, NEW_PASSWORD);
  const again = await client.updateUser({ password: 'once more with it', nonce: code });
  expect(again.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
});

test('a code does not work in another session of the same user', async () => {
  const { email, code } = await asked();
  const thief = accounts.client();
  await thief.signInWithPassword({ email, password: PASSWORD });
  const { error } = await thief.updateUser({ nonce: code });
  expect(error?.code).toBe('reauthentication_not_valid');
});

test('a code is valid for ten minutes', async () => {
  const { client, code } = await asked();
  accounts.advance({ seconds: 600 });
  const { error } = await client.updateUser({ password: NEW_PASSWORD, nonce: code });
  expect(error?.code).toBe('reauthentication_not_valid');
});

test('a code allows five tries', async () => {
  const { client, code } = await asked();
  for (let time = 0; time < 5; time += 1) {
    const { error } = await client.updateUser({ password: NEW_PASSWORD, nonce: wrong(code) });
    expect(error?.code).toBe('reauthentication_not_valid');
  }
  const { error } = await client.updateUser({ password: NEW_PASSWORD, nonce: code });
  expect(error?.code).toBe('reauthentication_not_valid');
});

test('the code of one user does not work for another', async () => {
  const one = await asked();
  const other = await asked();
  if (one.code === other.code) return; // one in a million
  const { error } = await other.client.updateUser({ password: NEW_PASSWORD, nonce: one.code });
  expect(error?.code).toBe('reauthentication_not_valid');
});

test('a second code within the minute is refused', async () => {
  const { client } = await asked();
  expect((await client.reauthenticate()).error).toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
  });
});
