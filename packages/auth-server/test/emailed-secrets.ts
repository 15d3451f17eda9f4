import { expect } from 'vitest';
import { type By, PASSWORD, type TestAccounts, type TestResponse } from './accounts.ts';
import { withApp } from './factors.ts';

/** A secret that was emailed to an account, and a session of that account that may change its address. */
export type EmailedSecret = {
  id: string;
  email: string;
  session: By;
  use(): Promise<TestResponse>;
};

/**
 * Emails a secret to an account of its own, one for each way in which they are used: links by a statement that knows two
 * cases, codes, and links that undo a factor. The accounts need `MANY_EMAILS`.
 */
export const EMAILED_SECRETS = {
  async 'a link'(accounts) {
    const account = await accounts.newSession();
    await accounts.post('/recover', { email: account.email });
    return { ...account, use: await newestLink(accounts, account.email) };
  },
  async 'a link to a new address'(accounts) {
    const account = await accounts.newSession();
    const email = `new-${account.email}`;
    await accounts.update(account.session, { email });
    return { ...account, use: await newestLink(accounts, email) };
  },
  async 'a code'(accounts) {
    const account = await accounts.newSession();
    await accounts.get('/reauthenticate', account.session);
    const nonce = await accounts.codeTo(account.email);
    return { ...account, use: () => accounts.post('/reauthenticate', { nonce }, account.session) };
  },
  async 'a link that undoes a factor'(accounts) {
    const account = await withApp(accounts);
    const token_hash = await accounts.tokenTo(account.email);
    const body = { token_hash, password: PASSWORD, new_password: 'steeped in peace' };
    return { ...account, use: () => accounts.post('/factors/undo', body) };
  },
} satisfies Record<string, (accounts: TestAccounts) => Promise<EmailedSecret>>;

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

/** Moves the account to a new address, from both mailboxes. */
export async function moveAccount(
  accounts: TestAccounts,
  account: { email: string; session: By },
): Promise<void> {
  const newEmail = `moved-${account.email}`;
  const [old, next] = await requestMove(accounts, account, newEmail);
  await accounts.open(old);
  expect((await accounts.open(next)).body.user).toMatchObject({ email: newEmail });
}

/** Opens the link that is the newest now. */
async function newestLink(accounts: TestAccounts, email: string) {
  const link = await accounts.linkTo(email);
  return () => accounts.open(link);
}
