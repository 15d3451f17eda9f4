import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD, type Session } from '#auth-server-test/accounts.ts';
import { withApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts();
const NEW_PASSWORD = 'pour it slowly';

const change = ({ access_token: token }: Session, body: object) =>
  accounts.request('POST', '/user/password', { token, body });
const refresh = ({ refresh_token }: Session) =>
  accounts.request('POST', '/token?grant_type=refresh_token', { body: { refresh_token } });
const read = ({ access_token: token }: Session) => accounts.request('GET', '/user', { token });

const newAccount = {
  without: async () => {
    const { email } = await accounts.newUser();
    return { email, session: await accounts.signIn(email) };
  },
  with: () => withApp(accounts),
};

test.each(['without', 'with'] as const)(
  '%s a factor, a copy of the session ends with a new password; its owner goes on',
  async (factor) => {
    const { email, session } = await newAccount[factor]();
    const { status, body: renewed } = await change(session, {
      password: NEW_PASSWORD,
      current_password: PASSWORD,
    });
    expect(status).toBe(200);
    expect(renewed.user).toMatchObject({ email });
    expect((await read(session)).status).toBe(401);
    expect((await refresh(session)).status).toBe(400);
    expect((await read(renewed)).status).toBe(200);
    const { status: refreshed, body: later } = await refresh(renewed);
    expect(refreshed).toBe(200);
    expect((await read(later)).status).toBe(200);
    await accounts.signIn(email, NEW_PASSWORD);
    expect((await accounts.emailsTo(email)).at(-1)?.kind).toBe('password_changed');
  },
);

test('an old refresh token used later ends the session: somebody has a copy', async () => {
  const { session } = await newAccount.without();
  const { body: renewed } = await change(session, {
    password: NEW_PASSWORD,
    current_password: PASSWORD,
  });
  accounts.advance({ seconds: 11 });
  expect((await refresh(session)).status).toBe(400);
  expect((await read(renewed)).status).toBe(403);
});

test('it takes what the protocol’s own way takes', async () => {
  const { email, session } = await newAccount.without();
  for (const [body, code] of [
    [{ password: NEW_PASSWORD }, 'current_password_required'],
    [{ password: NEW_PASSWORD, current_password: 'a guess at it' }, 'current_password_invalid'],
    [{ password: NEW_PASSWORD, nonce: '000000' }, 'reauthentication_not_valid'],
    [{ password: 'password123', current_password: PASSWORD }, 'weak_password'],
    [{ password: PASSWORD, current_password: PASSWORD }, 'same_password'],
    [{ current_password: PASSWORD }, 'validation_failed'],
  ] as const) {
    expect((await change(session, body)).body.error_code).toBe(code);
  }
  await accounts.signIn(email);
  const { email: owing } = await newAccount.with();
  const due = await change(await accounts.signIn(owing), {
    password: NEW_PASSWORD,
    current_password: PASSWORD,
  });
  expect(due.body.error_code).toBe('insufficient_aal');
});

test('a password that the application cannot judge now waits for it', async () => {
  const { session } = await newAccount.without();
  const broken = accounts.process({}, { passwordProblem: () => Promise.reject(new Error('away')) });
  const refused = await broken.request('POST', '/user/password', {
    token: session.access_token,
    body: { password: NEW_PASSWORD, current_password: PASSWORD },
  });
  expect(refused).toMatchObject({ status: 503, body: { error_code: 'request_timeout' } });
  expect((await read(session)).status).toBe(200);
});
