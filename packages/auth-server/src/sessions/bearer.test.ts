import { expect, test } from 'vitest';
import { openTestAccounts } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts();

test('authenticating a token takes one statement, the first time and again', async () => {
  const { email } = await accounts.newUser();
  const { access_token: token } = await accounts.signIn(email);
  for (let time = 0; time < 2; time += 1) {
    const statements = await accounts.countStatements(async () => {
      expect((await accounts.request('GET', '/user', { token })).status).toBe(200);
    });
    expect(statements).toBe(1);
  }
});
