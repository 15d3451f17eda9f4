import { AuthError } from './auth-error.ts';
import type { AccountRow } from './rows.ts';
import type { Service } from './service.ts';

/**
 * Counts a change that the account's owner is told of by mail: a new factor, recovery codes, a password. The mail itself
 * is never left out, so the changes are limited, or whoever knows the password could bury the one mail that matters.
 * Sessions opened by a mailed link each have their own count: the password alone cannot open one, and its owner gets past
 * whoever has used up the other.
 *
 * @throws AuthError over_request_rate_limit.
 */
export async function consumeOwnerNotice(
  { limit }: Pick<Service, 'limit'>,
  { user, session }: AccountRow,
): Promise<void> {
  const key = openedByMail(session) ? `${user.id} ${session.id}` : user.id;
  try {
    await limit('ownerNotices').consume(key);
  } catch (error) {
    if (!(error instanceof AuthError) || error.retryAfterSeconds === undefined) throw error;
    throw new AuthError('over_request_rate_limit', {
      retryAfterSeconds: error.retryAfterSeconds,
      message:
        'This account has been changed too often today. If that was not you, sign out and use ‘Forgot password?’.',
    });
  }
}

/** Whether a mailed link has opened this session, or a mailed code has confirmed it. */
export function openedByMail({ amr }: Pick<AccountRow['session'], 'amr'>): boolean {
  return amr.some(({ method }) => method === 'otp' || method === 'recovery');
}
