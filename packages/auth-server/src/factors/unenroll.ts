import { note } from '#auth-server/audit.ts';
import { AuthFault } from '#auth-server/fault.ts';
import { requireRecentProof } from '#auth-server/recent-proof.ts';
import type { AccountRow, Factor } from '#auth-server/rows.ts';
import type { Service, Visit } from '#auth-server/service.ts';
import { replaceTokens } from '#auth-server/sessions/replace-tokens.ts';
import { needsFactor } from '#auth-server/user.ts';
import { lockUserOf } from './raise-session.ts';
import { dropLoneCodes } from './remove-factors.ts';

/**
 * Removes a factor. Ends every other session and lowers this one to aal1, with new tokens.
 *
 * @throws AuthFault mfa_factor_not_found, insufficient_aal, reauthentication_needed, session_not_found, session_expired.
 */
export async function unenroll(
  service: Service,
  account: AccountRow,
  factorId: string,
  visit: Visit,
): Promise<void> {
  const { user, session } = account;
  await service.store.transact(async (tx) => {
    await lockUserOf(tx, account);
    const [removed] = await tx.rows<{ factor: Factor }>(
      'delete from auth.factors f where id = $1 and user_id = $2 returning to_json(f) as factor',
      [factorId, user.id],
    );
    if (!removed) throw new AuthFault('mfa_factor_not_found');
    const { status, factor_type: factorType } = removed.factor;
    if (needsFactor(account) || (status === 'verified' && session.aal !== 'aal2')) {
      throw new AuthFault('insufficient_aal', {
        status: 422,
        message: 'AAL2 required to unenroll verified factor',
      });
    }
    if (status === 'verified') {
      requireRecentProof(session, service.clock());
      await dropLoneCodes(tx, user.id);
      await tx.rows('delete from auth.sessions where user_id = $1 and id <> $2', [
        user.id,
        session.id,
      ]);
      const amr = session.amr.filter(
        ({ method }) => method !== 'totp' && !method.startsWith('mfa/'),
      );
      await tx.rows(`update auth.sessions set aal = 'aal1', amr = $2 where id = $1`, [
        session.id,
        JSON.stringify(amr),
      ]);
      await replaceTokens(tx, session.id);
      await service.post(
        { kind: 'factor_removed', to: user.email, userId: user.id, factorType },
        tx,
      );
    }
    await note(tx, {
      at: service.clock(),
      event: 'factor_removed',
      userId: user.id,
      sessionId: session.id,
      address: visit.address,
      details: { factor_id: factorId, factor_type: factorType, status },
    });
  });
}
