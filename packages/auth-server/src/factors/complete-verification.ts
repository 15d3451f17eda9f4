import { AuthError } from '#auth-server/auth-error.ts';
import type { AccountRow } from '#auth-server/rows.ts';
import { consumeSecurityNoticeLimit } from '#auth-server/security-notices.ts';
import type { RequestService, Service } from '#auth-server/service.ts';
import { lockOpenSession } from '#auth-server/sessions/lock-open-session.ts';
import type { Statements } from '#auth-server/store.ts';
import type { Challenge, FactorRow } from './challenge.ts';
import { stepUpSession } from './step-up.ts';
import { makeUndoLink } from './undo-link.ts';
import { type VerifiedResponse, verificationFailed } from './verify-response.ts';

/**
 * Accepts a factor that was verified: the session becomes aal2, and a factor verified for the first time becomes
 * active.
 *
 * @throws AuthError insufficient_aal, mfa_verification_failed, session_not_found, session_expired,
 * over_request_rate_limit.
 */
export async function completeVerification(
  service: RequestService,
  tx: Statements,
  account: AccountRow,
  {
    factor,
    challenge,
    response,
  }: { factor: FactorRow; challenge: Challenge; response: VerifiedResponse },
): Promise<AccountRow> {
  const { user, session } = account;
  const isNew = factor.status === 'unverified';
  await lockOpenSession(tx, account);
  if (isNew && session.aal === 'aal1') await refuseUnlessFirst(tx, user.id);
  const consumed = await tx.rows('delete from auth.challenges where id = $1 returning id', [
    challenge.id,
  ]);
  const taken = consumed.length > 0 && (await storeResponse(tx, factor, response, service.clock()));
  if (!taken) throw verificationFailed(factor); // the same response was sent twice at once
  if (isNew) {
    await consumeSecurityNoticeLimit(service, tx, account);
    await onFirstVerification(service, tx, account, factor);
  }
  const method = factor.factor_type === 'totp' ? 'totp' : 'mfa/webauthn';
  const event = isNew ? 'factor_added' : 'factor_verified';
  // A user's first factor is added at aal1, and there is no other that the session could have verified.
  const recordInAmr = !isNew || session.aal === 'aal1';
  return stepUpSession(service, tx, account, { factor, method, event, recordInAmr });
}

/**
 * A factor enrolled before the owner added theirs must not be completed with the password alone: whoever knows the
 * password could enroll one in advance. A separate statement, so that it sees the changes its lock has waited for.
 */
async function refuseUnlessFirst(tx: Statements, userId: string): Promise<void> {
  const verified = await tx.rows(
    `select from auth.factors where user_id = $1 and status = 'verified' limit 1`,
    [userId],
  );
  if (verified.length > 0) throw furtherFactorNeedsAal2();
}

export function furtherFactorNeedsAal2(): AuthError {
  return new AuthError('insufficient_aal', {
    status: 403,
    message: 'AAL2 required to add a further factor',
  });
}

/**
 * Stores the time step or the key's counter, unless a later code was accepted already, or the counter has changed since
 * the response was checked.
 */
async function storeResponse(
  tx: Statements,
  factor: FactorRow,
  response: VerifiedResponse,
  now: Date,
): Promise<boolean> {
  const stored =
    response.column === 'last_step'
      ? await tx.rows(
          `update auth.factors set last_step = $2, status = 'verified', updated_at = $3
           where id = $1 and (last_step is null or last_step < $2) returning id`,
          [factor.id, response.value, now],
        )
      : await tx.rows(
          `update auth.factors set credential = $2, status = 'verified', updated_at = $3
           where id = $1 and credential is not distinct from $4 returning id`,
          [factor.id, response.value, now, factor.credential],
        );
  return stored.length > 0;
}

/**
 * The first verification: stores which factors the session had verified, deletes unverified factors, and emails the
 * owner a link to undo it, in case it was somebody else.
 */
async function onFirstVerification(
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
  const link = await makeUndoLink(service, tx, { user, factorId: id, addedAt: service.clock() });
  await service.queueEmail(
    { kind: 'factor_added', to: user.email, userId: user.id, factorType, link },
    tx,
  );
}
