import { randomUUID } from 'node:crypto';
import { type Count, countRequests, type LimitExceeded } from '@aparajita/postgres/rate-limit';
import { isEmailSession } from '#auth-server/assurance.ts';
import type { Service, SessionRow, Statements } from '#auth-server/service.ts';

/**
 * The purposes of emails, each with its own rate limit: what a stranger can request in anybody's name uses up nothing
 * that only the owner can request.
 */
type Purpose =
  | 'recovery'
  | 'sign-up'
  | 'sign-up again'
  | 'concurrent sign-up'
  | 'already registered'
  | 'reauthentication'
  | 'change of address'
  | 'change to address';

/** An email's recipient. For an address without an account the same work is done, and no email is sent. */
export type Recipient = { id: string; email: string; exists: boolean };

export function recipientOf(user: { id: string } | undefined, email: string): Recipient {
  return { id: user?.id ?? randomUUID(), email, exists: user !== undefined };
}

/** An email to count. `session` is set for emails that only a signed-in session can request. */
type RequestedEmail = Pick<Recipient, 'email'> & { exists?: boolean; session?: SessionRow };

/**
 * Whether one more email may go to this recipient; counts it in the transaction that queues the email. Call before
 * creating a link, because a new link may replace the emailed one. The limit's window is no longer than any link is
 * valid: whoever has to wait has a valid link in the mailbox. A reauthentication code is valid only in the session that
 * requested it, so each session has its own count. Emails that sessions request to their user's own mailbox are counted
 * by the day, too; otherwise whoever knows the password could bury the emails that warn the owner.
 *
 * @returns the limit that refuses the email, or undefined.
 */
export async function countEmail(
  service: Pick<Service, 'limit'>,
  tx: Statements,
  purpose: Purpose,
  { email, exists = true, session }: RequestedEmail,
): Promise<LimitExceeded | undefined> {
  const { limit } = service;
  const key = `${purpose} ${exists ? '' : 'nobody '}${email}`;
  const isPerSession = session !== undefined && purpose === 'reauthentication';
  const narrowKey = isPerSession ? `${key} ${session.id}` : key;
  const counts = [limit('mailBurst').count(narrowKey), limit('mail').count(narrowKey)];
  if (isPerSession) counts.push(limit('mailOfSessions').count(key));
  if (session)
    counts.push(dailyCount(service, isEmailSession(session) ? `${key} ${session.id}` : key));
  return countRequests(tx.rows, counts);
}

/** Whether a refusal is by the daily limit (`mailOfSessionsDay`). */
export function isDailyLimit({ key }: LimitExceeded): boolean {
  return key.startsWith('mailOfSessionsDay:');
}

/** The daily counts of the emails that sessions opened with the password request to their user's address. */
export function dailyEmailCounts(service: Pick<Service, 'limit'>, email: string): Count[] {
  const purposes: Purpose[] = ['reauthentication', 'change of address'];
  return purposes.map((purpose) => dailyCount(service, `${purpose} ${email}`));
}

function dailyCount({ limit }: Pick<Service, 'limit'>, key: string): Count {
  return limit('mailOfSessionsDay').count(key);
}
