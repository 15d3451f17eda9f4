import type { MetaDescriptor } from 'react-router';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { loadAuth } from './session.ts';

/** The protocol's types of mailed links. */
export type LinkType = 'signup' | 'magiclink' | 'recovery' | 'email_change';

/** A mailed link as it arrives at a page: with its token, or as an expired link. */
export type MailedLink = { type: LinkType; token: string } | 'expired';

/**
 * The mailed link that opened this page, if it is one of `types`. Our mails have a token in the query (decision 015);
 * the protocol's own link, which the server has consumed already, has its error in the hash.
 */
export function readMailedLink(
  { search, hash }: { search: string; hash: string },
  types: readonly LinkType[],
): MailedLink | null {
  const query = new URLSearchParams(search);
  const token = query.get('token_hash');
  const type = types.find((known) => known === query.get('type'));
  if (token && type) return { type, token };
  const told = new URLSearchParams(hash.slice(1));
  return told.has('error_code') || query.has('error_code') ? 'expired' : null;
}

/** The result of a link: 'half' when a second mailbox has to confirm first. */
export type Spent = 'done' | 'half' | 'expired';

/**
 * Consumes a link's token, which opens a session. Only ever called by a button: programs that open links in mail before
 * people do click none.
 *
 * @throws any other error of the auth server.
 */
export async function spendLink({ type, token }: Exclude<MailedLink, string>): Promise<Spent> {
  const auth = await loadAuth();
  const { data, error } = await auth.verifyOtp({ type, token_hash: token });
  if (error?.code === 'otp_expired') return 'expired';
  if (error) throw error;
  return data.session ? 'done' : 'half';
}

/** A private page that mailed links open: it sends no referrer, which would contain the token. */
export function linkedMeta(title: string): MetaDescriptor[] {
  return [...privateMeta(title), { name: 'referrer', content: 'no-referrer' }];
}
