import { countRequests, type LimitExceeded, uncountRequests } from '@aparajita/postgres/rate-limit';
import { isEmailSession } from './assurance.ts';
import { AuthError } from './auth-error.ts';
import { dailyEmailCounts } from './email/email-limits.ts';
import { triesOf } from './factors/wrong-codes.ts';
import type { AccountRow, Service, Statements, UserRow } from './service.ts';

type Limits = Pick<Service, 'limit'>;

/**
 * Counts an account change that the owner is notified of by email: a new factor, recovery codes, a password. The email
 * is always sent, so the changes are limited; otherwise an attacker who knows the password could bury the one email
 * that matters. Call this in the transaction that queues the email: a change without an email must not count, or a
 * session could use up the owner's changes unnoticed. Each session opened by an emailed link has its own count: the
 * password alone cannot open one, so the owner can still make changes when an attacker has used up the count of the
 * password.
 *
 * @param narrower a limit of their own: sets of recovery codes have one, because the use of each code is notified by
 * email, and must not be refused.
 * @throws AuthError over_request_rate_limit.
 */
export async function consumeSecurityNoticeLimit(
  { limit }: Limits,
  tx: Statements,
  { user, session }: AccountRow,
  narrower: readonly 'recoveryCodeSets'[] = [],
): Promise<void> {
  const key = isEmailSession(session) ? `${user.id} ${session.id}` : user.id;
  const counts = [...narrower, 'securityNotices' as const].map((name) => limit(name).count(key));
  const refused = await countRequests(tx.rows, counts);
  if (refused) throw changedTooOften(refused);
}

/**
 * Resets the counts of sessions opened with the password. Called after a reset by email: those sessions have ended, and
 * the owner, who signs in with the new password, can make all changes of a day, and show a second factor.
 */
export async function resetSecurityNoticeLimits(
  service: Limits,
  tx: Statements,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  const counts = [
    service.limit('recoveryCodeSets').count(id),
    service.limit('securityNotices').count(id),
    ...dailyEmailCounts(service, email),
    ...triesOf(service, id),
  ];
  await uncountRequests(tx.rows, { reset: counts.map(({ key }) => key) });
}

/** The error for an account that was changed too often today; the user reads its message. */
export function changedTooOften({ retryAfterSeconds }: LimitExceeded): AuthError {
  return new AuthError('over_request_rate_limit', {
    retryAfterSeconds,
    message:
      'This account has been changed too often today. If that was not you, sign out and use ‘Forgot password?’.',
  });
}
