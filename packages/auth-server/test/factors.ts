import { generate } from 'otplib';
import { expect } from 'vitest';
import type { Session, TestAccounts } from './accounts.ts';

export type App = { id: string; totp: { secret: string } };

/** An authenticator app's code now, or so many seconds later. */
export function codeOf(accounts: TestAccounts, { totp }: App, later = 0): Promise<string> {
  const epoch = Math.floor(accounts.now() / 1000) + later;
  return generate({ secret: totp.secret, epoch });
}

/** Starts enrolling an authenticator app. */
export function beginApp(accounts: TestAccounts, token: string, friendly_name = 'phone') {
  return accounts.request('POST', '/factors', {
    token,
    body: { factor_type: 'totp', friendly_name },
  });
}

/** Verifies the code of an app; the response has the aal2 session. */
export async function showApp(accounts: TestAccounts, token: string, app: App, code?: string) {
  const asked = await accounts.request('POST', `/factors/${app.id}/challenge`, { token, body: {} });
  if (asked.status !== 200) return asked;
  return accounts.request('POST', `/factors/${app.id}/verify`, {
    token,
    body: { challenge_id: asked.body.id, code: code ?? (await codeOf(accounts, app)) },
  });
}

/** Adds an app with this session; a code works once, so the next one will differ. */
export async function addApp(
  accounts: TestAccounts,
  token: string,
  name = 'phone',
): Promise<{ app: App; session: Session }> {
  const begun = await beginApp(accounts, token, name);
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const shown = await showApp(accounts, token, begun.body);
  expect(shown.status, JSON.stringify(shown.body)).toBe(200);
  accounts.advance({ seconds: 60 });
  return { app: begun.body, session: shown.body };
}

/** A user with an authenticator app, and the session that added it. */
export async function withApp(accounts: TestAccounts) {
  const { email, id } = await accounts.newUser();
  const { access_token } = await accounts.signIn(email);
  return { email, id, ...(await addApp(accounts, access_token)) };
}
