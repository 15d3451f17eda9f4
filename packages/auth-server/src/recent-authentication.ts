import { AuthError } from './auth-error.ts';
import type { SessionRow } from './rows.ts';

/** For how long no step-up is needed after a sign-in, or after a factor was verified. */
const RECENT_SECONDS = 300;

/**
 * Requires a recent sign-in or step-up. A session alone cannot change how the user signs in: it may be stolen, or the
 * phone left unlocked (OWASP ASVS 5.0, 7.5.1). Refreshing tokens does not count.
 *
 * @param since when it has to be recent; other than now for what was begun earlier.
 * @throws AuthError reauthentication_needed: the client signs in again, shows a factor, or sends a mailed code.
 */
export function requireRecentAuthentication({ amr }: SessionRow, since: Date): void {
  const newest = Math.max(0, ...amr.map(({ timestamp }) => timestamp));
  if (since.getTime() / 1000 - newest >= RECENT_SECONDS) {
    throw new AuthError('reauthentication_needed');
  }
}
