import { lockOpenSession } from '#auth-server/account-queries.ts';
import {
  isSecondFactorEntry,
  requireRecentAuthentication,
  requireSecondFactor,
} from '#auth-server/assurance.ts';
import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import type { AccountRow, Factor, RequestService } from '#auth-server/service.ts';
import { endOtherSessions, revokeAccessTokens } from '#auth-server/sessions/end-sessions.ts';
import { deleteOrphanedCodes } from './verified-factors.ts';

/**
 * Removes a factor. Ends every other session and lowers this one to aal1, with new tokens.
 *
 * @throws AuthError mfa_factor_not_found, insufficient_aal, reauthentication_needed, session_not_found,
 * session_expired.
 */
export async function unenroll(
  service: RequestService,
  account: AccountRow,
  factorId: string,
): Promise<void> {
  const { user, session } = account;
  await service.store.transact(async (tx) => {
    await lockOpenSession(tx, account);
    const [removed] = await tx.rows<{ factor: Factor }>(
      'delete from auth.factors f where id = $1 and user_id = $2 returning to_json(f) as factor',
      [factorId, user.id],
    );
    if (!removed) throw new AuthError('mfa_factor_not_found');
    const { status, factor_type: factorType } = removed.factor;
    requireSecondFactor(account);
    if (status === 'verified' && session.aal !== 'aal2') throw new AuthError('insufficient_aal');
    if (status === 'verified') {
      requireRecentAuthentication(account, service.clock());
      await deleteOrphanedCodes(tx, user.id);
      await endOtherSessions(tx, session, service.clock());
      const amr = session.amr.filter((entry) => !isSecondFactorEntry(entry));
      await tx.rows(`update auth.sessions set aal = 'aal1', amr = $2 where id = $1`, [
        session.id,
        JSON.stringify(amr),
      ]);
      await revokeAccessTokens(tx, session.id);
      await service.queueEmail(tx, user, { kind: 'factor_removed', factorType });
    }
    const details = { factor_id: factorId, factor_type: factorType, status };
    await writeAudit(service, tx, 'factor_removed', { user, session }, details);
  });
}
