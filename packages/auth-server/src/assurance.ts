import { AuthError } from './auth-error.ts';
import type { AccountRow, AmrEntry, SessionRow, UserRow } from './service.ts';

/** For how long no step-up is needed after a sign-in, or after a factor was verified. */
const RECENT_SECONDS = 300;

/** Whether this session still has to verify a factor. Until then it can only read its user. */
function mfaRequired({ user, session }: AccountRow): boolean {
  return session.aal !== 'aal2' && hasVerifiedFactor(user);
}

/** @throws AuthError insufficient_aal. */
export function requireSecondFactor(account: AccountRow): void {
  if (mfaRequired(account)) throw new AuthError('insufficient_aal');
}

export function hasVerifiedFactor({ factors }: Pick<UserRow, 'factors'>): boolean {
  return factors.some(({ status }) => status === 'verified');
}

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
  if (at.getTime() / 1000 - newestProof(counted) >= RECENT_SECONDS) {
    throw new AuthError('reauthentication_needed');
  }
}

/** When a session was authenticated last, in seconds since 1970. */
export function newestProof(amr: readonly AmrEntry[]): number {
  return Math.max(0, ...amr.map(({ timestamp }) => timestamp));
}

/** Whether a second factor, or a recovery code in its place, was verified. */
export function isSecondFactorEntry({ method }: AmrEntry): boolean {
  return method === 'totp' || method.startsWith('mfa/');
}

/** Whether an emailed link has opened this session, or an emailed code has confirmed it. */
export function isEmailSession({ amr }: SessionRow): boolean {
  return amr.some(({ method }) => method === 'otp' || method === 'recovery');
}

export function isBanned(
  { banned_until: until }: Pick<UserRow, 'banned_until'>,
  now: Date,
): boolean {
  return until !== null && !(Date.parse(until) <= now.getTime()); // Date.parse('infinity') is NaN
}
