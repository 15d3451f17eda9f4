import { note } from '../audit.ts';
import { AuthFault } from '../fault.ts';
import type { AccountRow, Factor } from '../rows.ts';
import type { Service, Visit } from '../service.ts';

/**
 * Removes a factor. With it goes what it has proven: every other session ends, this one is back at aal1.
 *
 * @throws AuthFault mfa_factor_not_found, insufficient_aal.
 */
export async function unenroll(
  service: Service,
  { user, session }: AccountRow,
  factorId: string,
  visit: Visit,
): Promise<void> {
  await service.store.transact(async (tx) => {
    const [removed] = await tx.rows<{ factor: Factor }>(
      'delete from auth.factors f where id = $1 and user_id = $2 returning to_json(f) as factor',
      [factorId, user.id],
    );
    if (!removed) throw new AuthFault('mfa_factor_not_found');
    const { status, factor_type: factorType } = removed.factor;
    if (status === 'verified') {
      if (session.aal !== 'aal2') {
        throw new AuthFault('insufficient_aal', {
          status: 422,
          message: 'AAL2 required to unenroll verified factor',
        });
      }
      await tx.rows('delete from auth.sessions where user_id = $1 and id <> $2', [
        user.id,
        session.id,
      ]);
      const amr = session.amr.filter(
        ({ method }) => method !== 'totp' && method !== 'mfa/webauthn',
      );
      await tx.rows(`update auth.sessions set aal = 'aal1', amr = $2 where id = $1`, [
        session.id,
        JSON.stringify(amr),
      ]);
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
