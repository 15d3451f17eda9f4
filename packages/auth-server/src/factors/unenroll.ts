import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import {
  isSecondFactorEntry,
  requireRecentAuthentication,
} from '#auth-server/recent-authentication.ts';
import type { AccountRow, Factor } from '#auth-server/rows.ts';
import type { RequestService } from '#auth-server/service.ts';
import { endOtherSessions } from '#auth-server/sessions/end-sessions.ts';
import { lockOpenSession } from '#auth-server/sessions/lock-open-session.ts';
import { revokeAccessTokens } from '#auth-server/sessions/revoke-tokens.ts';
import { mfaRequired } from '#auth-server/user.ts';
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
    if (mfaRequired(account) || (status === 'verified' && session.aal !== 'aal2')) {
      throw new AuthError('insufficient_aal', {
        status: 422,
        message: 'AAL2 required to unenroll verified factor',
      });
    }
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
      await service.queueEmail(
        { kind: 'factor_removed', to: user.email, userId: user.id, factorType },
        tx,
      );
    }
    await writeAudit(
      service,
      tx,
      'factor_removed',
      { user, session },
      { factor_id: factorId, factor_type: factorType, status },
    );
  });
}
