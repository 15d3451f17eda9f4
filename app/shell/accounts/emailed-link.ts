import type { MetaDescriptor } from 'react-router';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { loadAuth } from '#app/shell/session/session.ts';
import type { PagePath } from '#app/ui/page-path.ts';

/** The auth protocol's types of emailed links. */
export type LinkType = 'signup' | 'magiclink' | 'recovery' | 'email_change';

/** An emailed link as it arrives at a page: with its token, or as an expired link. */
export type EmailedLink = { type: LinkType; token: string } | 'expired';

/**
 * The emailed link that opened this page, if it is one of `types`. Our emails have a token in the query (decision 015);
 * the protocol's own link, which the server has consumed already, has its error in the hash.
 */
export function readEmailedLink(
  { search, hash }: { search: string; hash: string },
  types: readonly LinkType[],
): EmailedLink | null {
  const query = new URLSearchParams(search);
  const token = query.get('token_hash');
  const type = types.find((known) => known === query.get('type'));
  if (token && type) return { type, token };
  const fragment = new URLSearchParams(hash.slice(1));
  return fragment.has('error_code') || query.has('error_code') ? 'expired' : null;
}

/** The result of a link: 'other_mailbox' when a second mailbox has to confirm first. */
export type LinkResult = 'done' | 'other_mailbox' | 'expired';

/**
 * Consumes a link's token, which opens a session. Call it only when a button is pressed: email scanners open links
 * before people do, but press no buttons.
 *
 * @throws any other error of the auth server.
 */
export async function redeemLink({
  type,
  token,
}: Exclude<EmailedLink, string>): Promise<LinkResult> {
  const auth = await loadAuth();
  const { data, error } = await auth.verifyOtp({ type, token_hash: token });
  if (error?.code === 'otp_expired') return 'expired';
  if (error) throw error;
  return data.session ? 'done' : 'other_mailbox';
}

/** A private page that emailed links open: it sends no referrer, which would contain the token. */
export function emailedLinkMeta(title: string): MetaDescriptor[] {
  return [...privateMeta(title), { name: 'referrer', content: 'no-referrer' }];
}

/** The full URL of a page of this shop, for the auth server's emails to link to. */
export function redirectUrl(path: PagePath): string {
  return window.location.origin + path;
}

/** Emails the link that resets a password. @throws the auth server's error. */
export async function requestPasswordReset(email: string): Promise<void> {
  const auth = await loadAuth();
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: redirectUrl('/reset-password'),
  });
  if (error) throw error;
}

/** Emails the link that confirms a sign-up again. @throws the auth server's error. */
export async function requestConfirmation(email: string): Promise<void> {
  const auth = await loadAuth();
  const { error } = await auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: redirectUrl('/') },
  });
  if (error) throw error;
}

/**
 * Reads the email that was typed on the previous page from the history state. It is passed there, and never in the URL.
 * '' if there is none.
 */
export function typedEmail(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
