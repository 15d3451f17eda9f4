import { AuthError } from './auth-error.ts';
import type { AccountRow, Proof } from './rows.ts';
import { hasVerifiedFactor } from './user.ts';

/** For how long no step-up is needed after a sign-in, or after a factor was verified. */
const RECENT_SECONDS = 300;

/**
 * Requires a recent sign-in or step-up. A session alone cannot change how the user signs in: it may be stolen, or the
 * phone left unlocked (OWASP ASVS 5.0, 7.5.1). Where the user has a factor, only a factor or a recovery code counts: an
 * unlocked phone gives access to the mailbox, too. Refreshing tokens does not count.
 *
 * @param since when it has to be recent; other than now for what was begun earlier.
 * @throws AuthError reauthentication_needed: the client signs in again, shows a factor, or sends a mailed code.
 */
export function requireRecentAuthentication({ user, session }: AccountRow, since: Date): void {
  const counted = hasVerifiedFactor(user) ? session.amr.filter(isFactorProof) : session.amr;
  const newest = Math.max(0, ...counted.map(({ timestamp }) => timestamp));
  if (since.getTime() / 1000 - newest >= RECENT_SECONDS) {
    throw new AuthError('reauthentication_needed');
  }
}

/** Whether this is the proof of a second factor, or of a recovery code in its place. */
export function isFactorProof({ method }: Proof): boolean {
  return method === 'totp' || method.startsWith('mfa/');
}
