import { AuthError } from './auth-error.ts';
import type { AccountRow, AmrEntry } from './rows.ts';
import { hasVerifiedFactor } from './user.ts';

/** For how long no step-up is needed after a sign-in, or after a factor was verified. */
const RECENT_SECONDS = 300;

/**
 * Requires a recent sign-in or step-up. A session alone cannot change how the user signs in: it may be stolen, or the
 * phone left unlocked (OWASP ASVS 5.0, 7.5.1). Where the user has a factor, only a factor or a recovery code counts: an
 * unlocked phone gives access to the mailbox, too. Refreshing tokens does not count.
 *
 * @param at the time at which it must have been recent: now, or when an action that is now completed was begun.
 * @throws AuthError reauthentication_needed: the client signs in again, shows a factor, or sends an emailed code.
 */
export function requireRecentAuthentication({ user, session }: AccountRow, at: Date): void {
  const counted = hasVerifiedFactor(user) ? session.amr.filter(isSecondFactorEntry) : session.amr;
  const newest = Math.max(0, ...counted.map(({ timestamp }) => timestamp));
  if (at.getTime() / 1000 - newest >= RECENT_SECONDS) {
    throw new AuthError('reauthentication_needed');
  }
}

/** Whether a second factor, or a recovery code in its place, was verified. */
export function isSecondFactorEntry({ method }: AmrEntry): boolean {
  return method === 'totp' || method.startsWith('mfa/');
}
