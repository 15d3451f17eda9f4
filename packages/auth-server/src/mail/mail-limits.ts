import { randomUUID } from 'node:crypto';
import { type Count, countRequests, type LimitExceeded } from '@aparajita/postgres/rate-limit';
import { isMailSession } from '#auth-server/is-mail-session.ts';
import type { SessionRow } from '#auth-server/rows.ts';
import type { Service } from '#auth-server/service.ts';
import type { Statements } from '#auth-server/store.ts';
import type { AuthEmail } from './mail.ts';

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

/** A mail to count: `session` is the one that asks for it, where nobody else can. */
type Asked = Pick<Recipient, 'email' | 'exists'> & { session?: Pick<SessionRow, 'id' | 'amr'> };

/**
 * Whether one more mail may go to this recipient; counts it in the transaction that queues the mail. Call before
 * creating a link, because a new link may replace the mailed one. The limit's window is no longer than any link is
 * valid: whoever has to wait has a valid link in the mailbox.
 */
export async function consumeMailLimit(
  service: Pick<Service, 'limit'>,
  tx: Statements,
  purpose: Purpose,
  asked: Asked,
): Promise<boolean> {
  return (await countMail(service, tx, purpose, asked)) === undefined;
}

/**
 * The same, with the limit that refuses the mail. What is valid in one session alone is counted by session: another
 * session's mails are of no use in it. What sessions send to their own mailbox is counted by the day, too, or whoever
 * knows the password could bury the mails that warn its owner.
 */
export async function countMail(
  service: Pick<Service, 'limit'>,
  tx: Statements,
  purpose: Purpose,
  { email, exists, session }: Asked,
): Promise<LimitExceeded | undefined> {
  const { limit } = service;
  const key = `${purpose} ${exists ? '' : 'nobody '}${email}`;
  const ofSession = session !== undefined && purpose === 'reauthentication';
  const own = ofSession ? `${key} ${session.id}` : key;
  const counts = [limit('mailBurst').count(own), limit('mail').count(own)];
  if (ofSession) counts.push(limit('mailOfSessions').count(key));
  if (session)
    counts.push(mailOfDay(service, isMailSession(session) ? `${key} ${session.id}` : key));
  return countRequests(tx.rows, counts);
}

/** Whether the limit that refuses is the one of a day. */
export function isDailyLimit({ key }: LimitExceeded): boolean {
  return key.startsWith('mailOfSessionsDay:');
}

/** The counts of a day of all mails that sessions opened by the password send to this address of their own. */
export function dailyMailCounts(service: Pick<Service, 'limit'>, email: string): Count[] {
  const purposes: Purpose[] = ['reauthentication', 'change of address'];
  return purposes.map((purpose) => mailOfDay(service, `${purpose} ${email}`));
}

function mailOfDay({ limit }: Pick<Service, 'limit'>, key: string): Count {
  return limit('mailOfSessionsDay').count(key);
}

/** The mail to a recipient; without an account, one that is queued and written the same but sent to nobody. */
export function mailTo({ exists, userId }: Recipient, mail: AuthEmail): AuthEmail {
  return exists ? mail : { kind: 'decoy', to: '', userId };
}
