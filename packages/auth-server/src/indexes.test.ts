import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';
import { addApp } from '#auth-server-test/factors.ts';

const APP = 'https://app.example.in';
const accounts = await openTestAccounts({
  allowedOrigins: [APP],
  limits: {
    mailBurst: { points: 1000, seconds: 60 },
  },
});

type Json = Record<string, unknown>;

async function post(path: string, body: Json, token?: string) {
  return (await accounts.request('POST', path, { body, ...(token && { token }) })).body;
}

/** Sends every kind of request once. */
async function everything(): Promise<void> {
  const { email } = await accounts.newUser();
  const from = '203.0.113.1';
  const signIn = (address: string, password: string) =>
    accounts.request('POST', '/token?grant_type=password', {
      body: { email: address, password },
      from,
    });
  await signIn('nobody@example.com', 'wrong');
  const { body: session } = await signIn(email, PASSWORD);
  const token: string = session.access_token;
  const refresh = (refresh_token: string) =>
    post('/token?grant_type=refresh_token', { refresh_token });
  const second = await refresh(session.refresh_token);
  await refresh(session.refresh_token);
  await refresh(second.refresh_token);
  accounts.advance({ seconds: 60 });
  await refresh(session.refresh_token); // reuse: the session ends

  const { access_token: open } = await accounts.signIn(email);
  await accounts.request('GET', '/reauthenticate', { token: open });
  await accounts.request('PUT', '/user', {
    token: open,
    body: { password: 'pour it slowly', nonce: '000000' },
  });
  const changed = { password: 'pour it slowly', current_password: PASSWORD, data: { a: 1 } };
  await accounts.request('PUT', '/user', { token: open, body: changed });
  await accounts.request('PUT', '/user', { token: open, body: { email: `new-${email}` } });
  await post('/resend', { type: 'email_change', email });
  for (const address of [email, `new-${email}`]) {
    const link = await accounts.linkTo(address);
    await post('/verify', {
      type: 'email_change',
      token_hash: link.searchParams.get('token_hash'),
    });
  }
  await post(`/recover?redirect_to=${APP}`, {
    email: `new-${email}`,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'plain',
  });
  const link = await accounts.linkTo(`new-${email}`);
  const followed = await accounts.request('GET', `/verify${link.search}`);
  const code = new URL(followed.headers.get('location') ?? '').searchParams.get('code');
  await post('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(43) });
  await post('/resend', { type: 'signup', email });

  const { access_token: renamed } = await accounts.signIn(`new-${email}`, 'pour it slowly');
  await accounts.request('GET', '/reauthenticate', { token: renamed });
  const emailed = (await accounts.emailsTo(`new-${email}`)).at(-1);
  const nonce = emailed?.kind === 'reauthentication' ? emailed.code : '';
  await accounts.request('PUT', '/user', { token: renamed, body: { nonce } });
  await secondFactors(`new-${email}`, 'pour it slowly');
  expect(token).not.toBe(open);

  const confirming = accounts.process({ confirmEmail: true });
  await confirming.request('POST', '/signup', {
    body: { email: 'pending@example.com', password: PASSWORD },
  });
  await accounts.linkTo('pending@example.com');
  await post('/resend', { type: 'signup', email: 'pending@example.com' });
  await accounts.linkTo('pending@example.com');
  await confirming.request('POST', '/signup', {
    body: { email: 'pending@example.com', password: 'pour it slowly' },
  });
  await accounts.linkTo('pending@example.com');
  await accounts.auth.drain();
}

async function secondFactors(email: string, password: string): Promise<void> {
  const { access_token } = await accounts.signIn(email, password);
  const { app, session } = await addApp(accounts, access_token);
  const token = session.access_token;
  const key = await post('/factors', { factor_type: 'webauthn', friendly_name: 'key' }, token);
  await post(`/factors/${key.id}/challenge`, {}, token);
  await post('/factors/recovery-codes', {}, token);
  const { codes } = await post('/factors/recovery-codes/regenerate', {}, token);
  await accounts.request('GET', '/factors/recovery-codes', { token });
  const steppedUp = await post('/factors/recovery-codes/verify', { code: codes[0] }, token);
  await accounts.request('POST', '/logout?scope=others', { token: steppedUp.access_token });
  const removed = { token: steppedUp.access_token };
  expect((await accounts.request('DELETE', `/factors/${app.id}`, removed)).status).toBe(200);

  const { access_token: again } = await accounts.signIn(email, password);
  await addApp(accounts, again);
  await post('/factors/undo', {
    token_hash: (await accounts.linkTo(email)).searchParams.get('token_hash'),
    password,
    new_password: 'another pot of tea',
  });
}

async function fill(): Promise<void> {
  await accounts.rows(`
    insert into auth.users (email, created_at, updated_at)
      select 'filler-' || n || '@example.com', now(), now() from generate_series(1, 20000) n;
    insert into auth.sessions (user_id, amr, refresh_paid_until, refreshed_at, expires_at, created_at)
      select id, '[]', now(), now(), now() + interval '1 day', now() from auth.users;
    insert into auth.factors (user_id, friendly_name, factor_type, created_at, updated_at)
      select id, 'phone', 'totp', now(), now() from auth.users on conflict do nothing;
    insert into auth.challenges (factor_id, session_id, expires_at)
      select f.id, s.id, now() from auth.factors f join auth.sessions s using (user_id);
    insert into auth.one_time_tokens (token_hash, user_id, kind, email, expires_at, created_at)
      select sha256(id::text::bytea), id, 'recovery', email, now(), now() from auth.users on conflict do nothing;
    insert into auth.former_passwords (user_id, password_hash, replaced_at) select id, 'x', now() from auth.users;
    insert into auth.factor_undos (token_hash, user_id, factor_id, added_at, expires_at)
      select sha256(id::text::bytea), id, id, now(), now() from auth.users;
    insert into auth.recovery_codes (factor_id, hint, code_hash) select id, 'x', 'x' from auth.factors on conflict do nothing;
    insert into auth.audit_log (at, event, user_id) select now(), 'signed_in', id from auth.users, generate_series(1, 3);
    analyze auth.users, auth.sessions, auth.factors, auth.challenges, auth.one_time_tokens, auth.audit_log,
      auth.former_passwords, auth.factor_undos, auth.recovery_codes`);
}

test('no statement of the accounts scans a growing table', async () => {
  await everything();
  const statements = (await accounts.preparedStatements()).filter((text) => text.includes('auth.'));
  expect(statements.length).toBeGreaterThan(40);
  await fill();
  const guilty: string[] = [];
  for (const statement of statements) {
    if (statement.includes('from auth.signing_keys')) continue; // has a handful of rows, ever
    const [row] = await accounts.rows(`explain (generic_plan, format json) ${statement}`);
    if (JSON.stringify(row).includes('"Seq Scan"')) guilty.push(statement);
  }
  expect(guilty).toEqual([]);
});
