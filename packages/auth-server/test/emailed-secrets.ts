import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TokenKind } from '#auth-server/email/one-time-token.ts';
import { type By, PASSWORD, type TestAccounts, type TestResponse } from './accounts.ts';
import { withApp } from './factors.ts';

/** Another application, whose links open sessions in the browser that requested them (PKCE). */
export const APP_ORIGIN = 'https://app.example.in';
export const VERIFIER = 'x'.repeat(43);
export const CHALLENGE = { code_challenge: VERIFIER, code_challenge_method: 'plain' };

/** A secret that was emailed to an account, and a session of that account that may change its address. */
export type EmailedSecret = {
  id: string;
  email: string;
  session: By;
  use(): Promise<TestResponse>;
};

/**
 * Emails each kind of secret to an account of its own. The accounts need `allowedOrigins: [APP_ORIGIN]` and
 * `MANY_EMAILS`.
 */
export const EMAILED_SECRETS = {
  /** Of an account that was confirmed by another link meanwhile. */
  async signup(accounts) {
    const email = `${randomUUID()}@example.com`;
    const confirming = accounts.process({ confirmEmail: true });
    await confirming.post('/signup', { email, password: PASSWORD });
    const use = await newestLink(accounts, email);
    const session = await accounts.openResetLink(email);
    return { id: session.user.id, email, session, use };
  },
  recovery: (accounts) => requested(accounts, '/recover'),
  magiclink: (accounts) => requested(accounts, '/otp'),
  async email_change_current(accounts) {
    const account = await changing(accounts);
    return { ...account, use: await newestLink(accounts, account.email) };
  },
  async email_change_new(accounts) {
    const account = await changing(accounts);
    return { ...account, use: await newestLink(accounts, account.newEmail) };
  },
  async reauthentication(accounts) {
    const account = await accounts.newSession();
    await accounts.get('/reauthenticate', account.session);
    const nonce = await accounts.codeTo(account.email);
    return { ...account, use: () => accounts.post('/reauthenticate', { nonce }, account.session) };
  },
  async auth_code(accounts) {
    const account = await accounts.newSession();
    const auth_code = await emailedAuthCode(accounts, account.email);
    const body = { auth_code, code_verifier: VERIFIER };
    return { ...account, use: () => accounts.post('/token?grant_type=pkce', body) };
  },
  async factor_undo(accounts) {
    const account = await withApp(accounts);
    const token_hash = await accounts.tokenTo(account.email);
    const body = { token_hash, password: PASSWORD, new_password: 'steeped in peace' };
    return { ...account, use: () => accounts.post('/factors/undo', body) };
  },
} satisfies Record<TokenKind | 'factor_undo', (accounts: TestAccounts) => Promise<EmailedSecret>>;

/** The code at the end of a link that the other application requested. */
export async function emailedAuthCode(accounts: TestAccounts, email: string): Promise<string> {
  await accounts.post(`/recover?redirect_to=${APP_ORIGIN}`, { email, ...CHALLENGE });
  const { search } = await accounts.linkTo(email);
  const followed = await accounts.get(`/verify${search}`);
  return new URL(followed.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

/** Requests a move to this address. @returns the links in both mailboxes, that of the old one first. */
export async function requestMove(
  accounts: TestAccounts,
  { email, session }: { email: string; session: By },
  newEmail: string,
): Promise<[URL, URL]> {
  const asked = await accounts.update(session, { email: newEmail });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  return [await accounts.linkTo(email), await accounts.linkTo(newEmail)];
}

/** Moves the account to a new address, from both mailboxes. @returns the new address. */
export async function moveAccount(
  accounts: TestAccounts,
  account: { email: string; session: By },
): Promise<string> {
  const newEmail = `moved-${account.email}`;
  const [old, next] = await requestMove(accounts, account, newEmail);
  await accounts.open(old);
  expect((await accounts.open(next)).body.user).toMatchObject({ email: newEmail });
  return newEmail;
}

async function requested(accounts: TestAccounts, path: string): Promise<EmailedSecret> {
  const account = await accounts.newSession();
  await accounts.post(path, { email: account.email });
  return { ...account, use: await newestLink(accounts, account.email) };
}

async function changing(accounts: TestAccounts) {
  const account = await accounts.newSession();
  const newEmail = `new-${account.email}`;
  await accounts.update(account.session, { email: newEmail });
  return { ...account, newEmail };
}

/** Opens the link that is the newest now. */
async function newestLink(accounts: TestAccounts, email: string) {
  const link = await accounts.linkTo(email);
  return () => accounts.open(link);
}
