import { generate } from 'otplib';
import { expect } from 'vitest';
import { type By, type Session, type TestAccounts, type TestProcess, tokenOf } from './accounts.ts';

export type App = { id: string; totp: { secret: string } };

/** Who sends the requests (a process or one browser), and what time it is. */
type Sender = Pick<TestProcess, 'request'> & Pick<TestAccounts, 'now'>;

/** An authenticator app's code now, or so many seconds later. */
export function codeOf({ now }: Pick<TestAccounts, 'now'>, { totp }: App, later = 0) {
  return generate({ secret: totp.secret, epoch: Math.floor(now() / 1000) + later });
}

/** Starts enrolling an authenticator app. */
export function beginApp(accounts: Pick<TestProcess, 'post'>, by: By, friendly_name = 'phone') {
  return accounts.post('/factors', { factor_type: 'totp', friendly_name }, by);
}

export function challenge({ request }: Pick<TestProcess, 'request'>, by: By, id: string) {
  return request('POST', `/factors/${id}/challenge`, { token: tokenOf(by), body: {} });
}

/** Verifies the code of an app; the response has the aal2 session. */
export async function showApp(sender: Sender, by: By, app: App, code?: string) {
  const asked = await challenge(sender, by, app.id);
  if (asked.status !== 200) return asked;
  return sender.request('POST', `/factors/${app.id}/verify`, {
    token: tokenOf(by),
    body: { challenge_id: asked.body.id, code: code ?? (await codeOf(sender, app)) },
  });
}

/** Adds an app with this session; a code works once, so the next one will differ. */
export async function addApp(
  accounts: TestAccounts,
  by: By,
  name = 'phone',
): Promise<{ app: App; session: Session }> {
  const begun = await beginApp(accounts, by, name);
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const shown = await showApp(accounts, by, begun.body);
  expect(shown.status, JSON.stringify(shown.body)).toBe(200);
  accounts.advance({ seconds: 60 });
  return { app: begun.body, session: shown.body };
}

/** A user with an authenticator app, and the session that added it. */
export async function withApp(accounts: TestAccounts) {
  const { email, id, session } = await accounts.newSession();
  return { email, id, ...(await addApp(accounts, session)) };
}

/** The first recovery codes of the user of this session. */
export async function makeCodes(accounts: TestAccounts, by: By): Promise<string[]> {
  const made = await accounts.post('/factors/recovery-codes', undefined, by);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.codes;
}

/** The token of the newest link to this address that undoes the adding of a factor. */
export async function undoToken(accounts: TestAccounts, email: string): Promise<string> {
  const newest = (await accounts.emailsTo(email)).findLast(({ kind }) => kind === 'factor_added');
  const link = new URL(newest?.kind === 'factor_added' ? (newest.link ?? '') : '');
  expect(link.pathname).toBe('/undo-second-step');
  return link.searchParams.get('token_hash') ?? '';
}
