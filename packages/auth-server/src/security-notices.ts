import {
  type Count,
  countRequests,
  type LimitExceeded,
  uncountRequests,
} from '@aparajita/postgres/rate-limit';
import { AuthError } from './auth-error.ts';
import { isMailSession } from './is-mail-session.ts';
import { dailyMailCounts } from './mail/mail-limits.ts';
import type { AccountRow, UserRow } from './rows.ts';
import type { Service } from './service.ts';
import type { Statements } from './store.ts';

type Limits = Pick<Service, 'limit'>;

/**
 * Counts a change that the account's owner is told of by mail: a new factor, recovery codes, a password. The mail itself
 * is never left out, so the changes are limited, or whoever knows the password could bury the one mail that matters.
 * Call it in the transaction that queues the mail: what is not mailed must not count, or a session could use up the
 * owner's changes without a word. Sessions opened by a mailed link each have their own count: the password alone cannot
 * open one, and its owner gets past whoever has used up the other.
 *
 * @throws AuthError over_request_rate_limit.
 */
export async function consumeSecurityNotice(
  { limit }: Limits,
  tx: Statements,
  account: AccountRow,
): Promise<void> {
  await consume(tx, [limit('securityNotices').count(keyOf(account))]);
}

/**
 * The same for a set of recovery codes. These have a limit of their own, because each code is told by mail when it is
 * used, and using one must not be refused.
 *
 * @throws AuthError over_request_rate_limit.
 */
export async function consumeRecoveryCodesNotice(
  { limit }: Limits,
  tx: Statements,
  account: AccountRow,
): Promise<void> {
  const key = keyOf(account);
  await consume(tx, [limit('recoveryCodeSets').count(key), limit('securityNotices').count(key)]);
}

/**
 * Refuses to begin what `consumeSecurityNotice` would refuse at its end, and counts nothing.
 *
 * @throws AuthError over_request_rate_limit.
 */
export async function requireSecurityNotice(
  service: Limits,
  tx: Statements,
  account: AccountRow,
): Promise<void> {
  await consumeSecurityNotice(service, tx, account);
  await uncountRequests(tx.rows, {
    decrement: [service.limit('securityNotices').count(keyOf(account)).key],
  });
}

/**
 * Forgets what sessions opened by the password have counted. For whoever has just replaced the password by mail: those
 * sessions have ended, and the owner, who signs in with the new one, has all changes of a day.
 */
export async function forgetSecurityNotices(
  service: Limits,
  tx: Statements,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  const counts = [
    service.limit('recoveryCodeSets').count(id),
    service.limit('securityNotices').count(id),
    ...dailyMailCounts(service, email),
  ];
  await uncountRequests(tx.rows, { reset: counts.map(({ key }) => key) });
}

async function consume(tx: Statements, counts: Count[]): Promise<void> {
  const refused = await countRequests(tx.rows, counts);
  if (refused) throw changedTooOften(refused);
}

/** What whoever changes an account reads when it was changed too often. */
export function changedTooOften({ retryAfterSeconds }: LimitExceeded): AuthError {
  return new AuthError('over_request_rate_limit', {
    retryAfterSeconds,
    message:
      'This account has been changed too often today. If that was not you, sign out and use ‘Forgot password?’.',
  });
}

function keyOf({ user, session }: AccountRow): string {
  return isMailSession(session) ? `${user.id} ${session.id}` : user.id;
}
