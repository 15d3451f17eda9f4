import { lockOpenSession } from './account-queries.ts';
import { requireSecondFactor } from './assurance.ts';
import { writeAudit } from './audit-log.ts';
import type { AccountRow, RequestService } from './service.ts';
import { endOlderSessions } from './sessions/end-sessions.ts';

export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

/**
 * Ends this session, all the others, or all of them; their access tokens stop working at once.
 *
 * @throws AuthError insufficient_aal: an attacker with only the password ends no session of the owner's.
 * reauthentication_needed: nor does one with an older session. session_not_found, session_expired.
 */
export async function signOut(
  service: RequestService,
  account: AccountRow,
  scope: SignOutScope,
): Promise<void> {
  const { session } = account;
  if (scope !== 'local') requireSecondFactor(account);
  await service.store.transact(async (tx) => {
    if (scope !== 'local') {
      await lockOpenSession(tx, account);
      await endOlderSessions(tx, account, service.clock());
    }
    if (scope !== 'others') {
      await tx.rows('delete from auth.sessions where id = $1', [session.id]);
    }
    await writeAudit(service, tx, 'signed_out', account, { scope });
  });
}
