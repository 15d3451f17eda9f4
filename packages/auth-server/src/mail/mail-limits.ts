import { randomUUID } from 'node:crypto';
import { AuthError } from '#auth-server/auth-error.ts';
import { consumeLimits } from '#auth-server/rate-limits.ts';
import type { Service } from '#auth-server/service.ts';
import type { Statements } from '#auth-server/store.ts';
import type { AuthMail } from './mail.ts';

/**
 * The purposes of mails, each with its own rate limit: what a stranger can request in anybody's name uses up nothing
 * that only the owner can request.
 */
export type Purpose =
  | 'recovery'
  | 'magiclink'
  | 'recovery elsewhere'
  | 'magiclink elsewhere'
  | 'sign-up'
  | 'sign-up again'
  | 'rival sign-up'
  | 'already registered'
  | 'reauthentication'
  | 'change of address'
  | 'change to address'
  | 'change asked for again';

/** A mail's recipient. For an address without an account the same work is done, and no mail is sent. */
export type Recipient = { userId: string; email: string; exists: boolean };

export function recipientOf(user: { id: string } | undefined, email: string): Recipient {
  return { userId: user?.id ?? randomUUID(), email, exists: user !== undefined };
}

/**
 * Whether one more mail may go to this recipient; counts it in the transaction that queues the mail. Call before
 * creating a link, because a new link replaces the mailed one. The limit's window is no longer than any link is valid:
 * whoever has to wait has a valid link in the mailbox. What is valid in one session alone is counted by session: another
 * session's mails are of no use in it.
 */
export async function consumeMailLimit(
  { limit }: Service,
  tx: Statements,
  purpose: Purpose,
  { email, exists, sessionId }: Pick<Recipient, 'email' | 'exists'> & { sessionId?: string },
): Promise<boolean> {
  const key = `${purpose} ${exists ? '' : 'nobody '}${email}`;
  const own = sessionId === undefined ? key : `${key} ${sessionId}`;
  const counts = [limit('mailBurst').count(own), limit('mail').count(own)];
  if (sessionId !== undefined) counts.push(limit('mailOfSessions').count(key));
  try {
    await consumeLimits(tx, counts);
    return true;
  } catch (error) {
    if (error instanceof AuthError && error.code === 'over_request_rate_limit') return false;
    throw error;
  }
}

/** The mail to a recipient; without an account, one that is queued and written the same but sent to nobody. */
export function mailTo({ exists, userId }: Recipient, mail: AuthMail): AuthMail {
  return exists ? mail : { kind: 'decoy', to: '', userId };
}
