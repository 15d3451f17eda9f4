import { AuthFault } from './fault.ts';
import type { SessionRow } from './rows.ts';

/** For so long after a sign-in, or a factor that was shown, nobody is asked again. */
const RECENT_SECONDS = 300;

/**
 * Lets pass whoever has just proven who they are. What decides who can sign in is not changed by a session alone: it may
 * be stolen, or the phone it is on lie unlocked (OWASP ASVS 5.0, 7.5.1). Renewing tokens is no proof.
 *
 * @param since when it has to be recent; other than now for what was begun earlier.
 * @throws AuthFault reauthentication_needed: the client signs in again, shows a factor, or sends a mailed code.
 */
export function requireRecentProof({ amr }: SessionRow, since: Date): void {
  const newest = Math.max(0, ...amr.map(({ timestamp }) => timestamp));
  if (since.getTime() / 1000 - newest >= RECENT_SECONDS) {
    throw new AuthFault('reauthentication_needed');
  }
}
