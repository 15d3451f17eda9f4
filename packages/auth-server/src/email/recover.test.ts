import { expect, test } from 'vitest';
import {
  atOnce,
  errorOf,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
  statusesOf,
} from '#auth-server-test/accounts.ts';

const SHOP = 'http://localhost:3000';
const NEW_PASSWORD = 'pour it slowly';

const accounts = await openTestAccounts({ limits: MANY_EMAILS });

/** The token of a link to reset the password of a new account. */
async function newToken() {
  const user = await accounts.newUser();
  await accounts.post('/recover', { email: user.email });
  return { ...user, token: await accounts.tokenTo(user.email) };
}

const expired = refusal(403, 'otp_expired');

test('VerifyPasswordRecovery: the emailed link opens a session on any device, PasswordViaRecovery without the old password', async () => {
  const { email, session: elsewhere } = await accounts.newSession();
  const redirectTo = `${SHOP}/reset-password`;
  const asking = accounts.client();
  expect((await asking.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();

  const client = accounts.client();
  const events: string[] = [];
  client.onAuthStateChange((event: string) => void events.push(event));
  const token_hash = await accounts.tokenTo(email);
  expect((await client.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
  expect((await client.updateUser({ password: PASSWORD })).error?.code).toBe('same_password');
  expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();

  expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'USER_UPDATED']);
  await accounts.signIn(email, NEW_PASSWORD);
  expect((await accounts.read(elsewhere)).status).toBe(403);
  expect(await accounts.kindsTo(email)).toEqual(['reset_password', 'password_changed']);
});

test('an hour after the link a recovery session needs the current password like any other', async () => {
  const { email } = await accounts.newUser();
  const session = await accounts.openResetLink(email);
  accounts.advance({ seconds: 3600 });
  const { body: later } = await accounts.refresh(session);
  const change = await accounts.update(later, { password: NEW_PASSWORD });
  expect(errorOf(change)).toBe('current_password_required');
});

test('a link leads to the page that sets the password, and works for an hour', async () => {
  for (const [seconds, status] of [
    [3500, 200],
    [3600, 403],
  ] as const) {
    const { email } = await accounts.newUser();
    await accounts.post('/recover', { email });
    const link = await accounts.linkTo(email);
    expect(`${link.origin}${link.pathname}`).toBe(`${SHOP}/reset-password`);
    expect(link.searchParams.get('type')).toBe('recovery');
    accounts.advance({ seconds });
    expect((await accounts.open(link)).status, `after ${seconds} s`).toBe(status);
  }
});

test('a stranger who keeps asking for a link takes none away that its owner is about to open; the one that is used ends all', async () => {
  const { email } = await accounts.newUser();
  const request = async () => {
    await accounts.post('/recover', { email });
    return accounts.tokenTo(email);
  };
  const verify = (token = '') => accounts.verify('recovery', token);
  const tokens = await repeat(3, request);
  expect((await verify(tokens[0])).status).toBe(200);
  for (const token of tokens) expect(await verify(token)).toMatchObject(expired);
  const more = await repeat(3, request);
  const answers = await atOnce(9, (n) => verify(more[n % 3]));
  expect(statusesOf(answers), 'at once').toEqual([200, ...Array(8).fill(403)]);
});

test('a link counts only while the account has the address it was emailed to', async () => {
  const { id, email, token } = await newToken();
  await accounts.rows('update auth.users set email = $2 where id = $1', [id, `x${email}`]);
  expect(await accounts.verify('recovery', token)).toMatchObject(expired);
});

test('InvalidOtp: a link of another kind or made up is refused', async () => {
  const { token } = await newToken();
  const invalid = refusal(400, 'validation_failed');
  for (const [body, answer] of [
    [{ type: 'signup', token_hash: token }, expired],
    [{ type: 'recovery', token_hash: `${token}x` }, expired],
    [{ type: 'recovery' }, invalid],
    [{ type: 'anything', token_hash: token }, invalid],
    [{ type: 'recovery', token_hash: token }, { status: 200 }],
  ] as const) {
    expect(await accounts.post('/verify', body), JSON.stringify(body)).toMatchObject(answer);
  }
});

test('VerifyNotPermittedCustomUri: a link leads to no site but the shop’s, whatever was requested', async () => {
  const linkFor = async (redirectTo: string) => {
    const { email } = await accounts.newUser();
    await accounts.post(`/recover?redirect_to=${encodeURIComponent(redirectTo)}`, { email });
    return accounts.linkTo(email);
  };
  for (const redirectTo of [
    'https://evil.example/reset-password',
    'http://localhost:3001/reset-password',
    'http://localhost:3000@evil.example/',
    'http://user:secret@localhost:3000/',
    '//evil.example/reset-password',
    '\\\\evil.example\\reset-password',
    'javascript:alert(1)',
    'blob:http://localhost:3000/reset-password',
  ]) {
    expect((await linkFor(redirectTo)).origin, redirectTo).toBe(SHOP);
  }
});

test('no link is stored anywhere', async () => {
  const { token } = await newToken();
  const kept = await accounts.rows(
    `select to_json(t)::text as text from auth.one_time_tokens t union all select to_json(a)::text from auth.audit_log a`,
  );
  expect(kept.length).toBeGreaterThan(5);
  const hex = Buffer.from(token).toString('hex');
  expect(kept.filter(({ text }) => text.includes(token) || text.includes(hex))).toEqual([]);
});

test('without email, features that need email are off', async () => {
  const mute = accounts.process({}, { sendsEmail: false });
  const { email, session } = await accounts.newSession();
  const answers = [
    await mute.post('/recover', { email }),
    await mute.post('/resend', { email, type: 'signup' }),
    await mute.get('/reauthenticate', session),
    await mute.update(session, { email: 'other@example.com' }),
  ];
  expect(answers.map(errorOf)).toEqual(Array(4).fill('email_provider_disabled'));
  expect(() => accounts.process({ confirmEmail: true }, { sendsEmail: false })).toThrow(
    'Confirming addresses needs sendEmail',
  );
});
