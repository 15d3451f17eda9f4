import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TokenKind } from '#auth-server/email/one-time-token.ts';
import { PASSWORD, type TestAccounts, type TestResponse } from './accounts.ts';
import { withApp } from './factors.ts';

/** Another application, whose links open sessions in the browser that requested them (PKCE). */
export const APP_ORIGIN = 'https://app.example.in';
const VERIFIER = 'x'.repeat(43);

/** A secret that was emailed to an account, and a session of that account that may change its address. */
export type EmailedSecret = {
  id: string;
  email: string;
  token: string;
  use(): Promise<TestResponse>;
};

/**
 * Emails each kind of secret to an account of its own. The accounts need `allowedOrigins: [APP_ORIGIN]` and a high
 * `mailBurst`.
 */
export const EMAILED_SECRETS = {
  /** Of an account that was confirmed by another link meanwhile. */
  async signup(accounts) {
    const email = `${randomUUID()}@example.com`;
    const confirming = accounts.process({ confirmEmail: true });
    await confirming.request('POST', '/signup', { body: { email, password: PASSWORD } });
    const use = await emailedLink(accounts, email, 'signup');
    await accounts.request('POST', '/recover', { body: { email } });
    const { body } = await (await emailedLink(accounts, email, 'recovery'))();
    return { id: body.user.id, email, token: body.access_token, use };
  },
  recovery: (accounts) => requested(accounts, '/recover', 'recovery'),
  magiclink: (accounts) => requested(accounts, '/otp', 'magiclink'),
  async email_change_current(accounts) {
    const account = await changing(accounts);
    return { ...account, use: await emailedLink(accounts, account.email, 'email_change') };
  },
  async email_change_new(accounts) {
    const account = await changing(accounts);
    return { ...account, use: await emailedLink(accounts, account.newEmail, 'email_change') };
  },
  async reauthentication(accounts) {
    const account = await signedIn(accounts);
    const { token } = account;
    await accounts.request('GET', '/reauthenticate', { token });
    const sent = (await accounts.emailsTo(account.email)).at(-1);
    const nonce = sent?.kind === 'reauthentication' ? sent.code : '';
    return {
      ...account,
      use: () => accounts.request('POST', '/reauthenticate', { token, body: { nonce } }),
    };
  },
  async auth_code(accounts) {
    const account = await signedIn(accounts);
    const body = {
      email: account.email,
      code_challenge: VERIFIER,
      code_challenge_method: 'plain',
    };
    await accounts.request('POST', `/recover?redirect_to=${APP_ORIGIN}`, { body });
    const { search } = await accounts.linkTo(account.email);
    const followed = await accounts.request('GET', `/verify${search}`);
    const target = new URL(followed.headers.get('location') ?? '');
    const exchange = { auth_code: target.searchParams.get('code'), code_verifier: VERIFIER };
    return {
      ...account,
      use: () => accounts.request('POST', '/token?grant_type=pkce', { body: exchange }),
    };
  },
  async factor_undo(accounts) {
    const { id, email, session } = await withApp(accounts);
    const token_hash = await tokenOf(accounts, email);
    const body = { token_hash, password: PASSWORD, new_password: 'steeped in peace' };
    return {
      id,
      email,
      token: session.access_token,
      use: () => accounts.request('POST', '/factors/undo', { body }),
    };
  },
} satisfies Record<TokenKind | 'factor_undo', (accounts: TestAccounts) => Promise<EmailedSecret>>;

/** Moves the account to a new address, from both mailboxes. @returns the new address. */
export async function moveAccount(
  accounts: TestAccounts,
  { email, token }: { email: string; token: string },
): Promise<string> {
  const newEmail = `moved-${email}`;
  const asked = await accounts.request('PUT', '/user', { token, body: { email: newEmail } });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  await (await emailedLink(accounts, email, 'email_change'))();
  const moved = await (await emailedLink(accounts, newEmail, 'email_change'))();
  expect(moved.body.user).toMatchObject({ email: newEmail });
  return newEmail;
}

async function signedIn(accounts: TestAccounts) {
  const { id, email } = await accounts.newUser();
  return { id, email, token: (await accounts.signIn(email)).access_token };
}

async function requested(
  accounts: TestAccounts,
  path: string,
  type: string,
): Promise<EmailedSecret> {
  const account = await signedIn(accounts);
  await accounts.request('POST', path, { body: { email: account.email } });
  return { ...account, use: await emailedLink(accounts, account.email, type) };
}

async function changing(accounts: TestAccounts) {
  const account = await signedIn(accounts);
  const newEmail = `new-${account.email}`;
  await accounts.request('PUT', '/user', { token: account.token, body: { email: newEmail } });
  return { ...account, newEmail };
}

/** Uses the newest link to this address. */
async function emailedLink(accounts: TestAccounts, email: string, type: string) {
  const body = { type, token_hash: await tokenOf(accounts, email) };
  return () => accounts.request('POST', '/verify', { body });
}

async function tokenOf(accounts: TestAccounts, email: string): Promise<string> {
  return (await accounts.linkTo(email)).searchParams.get('token_hash') ?? '';
}
