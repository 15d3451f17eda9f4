import { AuthFault } from '#auth-server/fault.ts';
import type { AccountRow } from '#auth-server/rows.ts';
import type { Service, Visit } from '#auth-server/service.ts';
import type { Statements } from '#auth-server/store.ts';
import type { Challenge, FactorRow } from './challenge.ts';
import { lockUser, raiseSession } from './raise-session.ts';
import { failed, type Shown } from './show-factor.ts';
import { makeUndoLink } from './undo-link.ts';

/**
 * Takes a factor that was shown: the session rises, and a factor shown for the first time counts from now on.
 *
 * @throws AuthFault insufficient_aal, mfa_verification_failed, session_not_found.
 */
export async function acceptFactor(
  service: Service,
  tx: Statements,
  account: AccountRow,
  { factor, asked, shown }: { factor: FactorRow; asked: Challenge; shown: Shown },
  visit: Visit,
): Promise<AccountRow> {
  const { user, session } = account;
  const isNew = factor.status === 'unverified';
  await lockUser(tx, user.id);
  if (isNew && session.aal === 'aal1') await refuseSecond(tx, user.id);
  const spent = await tx.rows('delete from auth.challenges where id = $1 returning id', [asked.id]);
  const taken = spent.length > 0 && (await keep(tx, factor, shown, service.clock()));
  if (!taken) throw failed(factor); // the same answer came twice at once
  if (isNew) await welcome(service, tx, account, factor);
  const method = factor.factor_type === 'totp' ? 'totp' : 'mfa/webauthn';
  const event = isNew ? 'factor_added' : 'factor_verified';
  return raiseSession(service, tx, account, { factor, method, event }, visit);
}

/**
 * A factor that was begun before the owner added theirs must not be finished with the password alone:
 * whoever knows it could begin one in good time. A statement of its own, to see what the lock has waited for.
 */
async function refuseSecond(tx: Statements, userId: string): Promise<void> {
  const verified = await tx.rows(
    `select from auth.factors where user_id = $1 and status = 'verified' limit 1`,
    [userId],
  );
  if (verified.length === 0) return;
  throw new AuthFault('insufficient_aal', {
    status: 403,
    message: 'AAL2 required to add a further factor',
  });
}

/**
 * Writes down what was shown, unless a later code was taken already, or the key's state (its counter) is no
 * longer the one its answer was checked against.
 */
async function keep(tx: Statements, factor: FactorRow, shown: Shown, now: Date): Promise<boolean> {
  const kept =
    shown.column === 'last_step'
      ? await tx.rows(
          `update auth.factors set last_step = $2, status = 'verified', updated_at = $3
           where id = $1 and (last_step is null or last_step < $2) returning id`,
          [factor.id, shown.value, now],
        )
      : await tx.rows(
          `update auth.factors set credential = $2, status = 'verified', updated_at = $3
           where id = $1 and credential is not distinct from $4 returning id`,
          [factor.id, shown.value, now, factor.credential],
        );
  return kept.length > 0;
}

/**
 * The first time: who has vouched for it is written down, attempts that were left are removed, and the owner is told,
 * with a way back in case it was somebody else.
 */
async function welcome(
  service: Service,
  tx: Statements,
  { user, session }: AccountRow,
  { id, factor_type: factorType }: FactorRow,
): Promise<void> {
  if (factorType === 'recovery_code') return;
  await tx.rows('update auth.factors set trusted_by = $2 where id = $1', [id, session.trusted_by]);
  await tx.rows(
    `delete from auth.factors where user_id = $1 and factor_type = $2 and status = 'unverified'`,
    [user.id, factorType],
  );
  const link = await makeUndoLink(service, tx, { userId: user.id, factorId: id });
  await service.post(
    { kind: 'factor_added', to: user.email, userId: user.id, factorType, link },
    tx,
  );
}
