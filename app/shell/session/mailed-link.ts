import type { MetaDescriptor } from 'react-router';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { loadAuth } from './session.ts';

/** What a mail's link proves, as the protocol calls it. */
export type LinkType = 'signup' | 'magiclink' | 'recovery' | 'email_change';

/** A link from a mail as it arrives at a page: with its token, or saying that it came too late. */
export type MailedLink = { type: LinkType; token: string } | 'expired';

/**
 * The link that has opened this page, if one of `types` has. Our mails bring a token in the query (decision 015);
 * the protocol's own link, which was spent on the way here, brings what was wrong with it behind the '#'.
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

/** What came of a link: 'half' when a second mailbox has to agree first. */
export type Spent = 'done' | 'half' | 'expired';

/**
 * Spends a link's token, which opens a session. Only ever behind a button: programs that open links in mail before
 * people do press none.
 *
 * @throws what else the auth server has against it.
 */
export async function spendLink({ type, token }: Exclude<MailedLink, string>): Promise<Spent> {
  const auth = await loadAuth();
  const { data, error } = await auth.verifyOtp({ type, token_hash: token });
  if (error?.code === 'otp_expired') return 'expired';
  if (error) throw error;
  return data.session ? 'done' : 'half';
}

/** A private page that links from mails open: no address with a token in it is told to anybody. */
export function linkedMeta(title: string): MetaDescriptor[] {
  return [...privateMeta(title), { name: 'referrer', content: 'no-referrer' }];
}
