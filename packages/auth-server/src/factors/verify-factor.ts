import { uncountRequests } from '@aparajita/postgres/rate-limit';
import { lockOpenSession } from '#auth-server/account-queries.ts';
import { requireRecentAuthentication, requireSecondFactor } from '#auth-server/assurance.ts';
import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import type { FactorBody } from '#auth-server/request-bodies.ts';
import { consumeSecurityNoticeLimit } from '#auth-server/security-notices.ts';
import type { AccountRow, RequestService, Service, Statements } from '#auth-server/service.ts';
import { type Challenge, type FactorRow, findChallenge, findFactor } from './challenge.ts';
import { stepUpSession } from './step-up.ts';
import { makeUndoLink } from './undo-link.ts';
import {
  type VerifiedResponse,
  verificationFailed,
  verifyKey,
  verifyTotpCode,
} from './verify-response.ts';
import { countTry, warnOfWrongCode } from './wrong-codes.ts';

/** Time enough to install an app. */
const ENROLLMENT_TIMEOUT_MS = 900_000;

/**
 * Verifies a factor: the session becomes aal2 and gets new tokens; its old ones stop working. A factor verified for the
 * first time becomes active.
 *
 * @throws AuthError mfa_factor_not_found, mfa_challenge_expired, mfa_verification_failed, insufficient_aal,
 * reauthentication_needed, over_request_rate_limit, validation_failed.
 */
export async function verifyFactor(
  service: RequestService,
  account: AccountRow,
  factorId: string,
  body: FactorBody,
): Promise<AccountRow> {
  const { store, clock } = service;
  const { user, session } = account;
  const factor = await findFactor(store, user.id, factorId);
  if (factor.status === 'unverified') requireRecentEnrollment(factor, account, clock());
  const challenge = await findChallenge(service, factor, session, body.challenge_id);
  const counted = await countTry(service, account); // counted first, or a thousand requests at once would all pass
  const response =
    factor.factor_type === 'totp'
      ? await verifyTotpCode(service, factor, body)
      : await verifyKey(service, factor, challenge, body);
  if (!response) {
    await store.transact((tx) => reportFailure(service, tx, account, factor));
    throw verificationFailed(factor);
  }
  const steppedUp = await store.transact((tx) =>
    completeVerification(service, tx, account, { factor, challenge, response }),
  );
  // A correct code does not count as a guess.
  await uncountRequests(store.rows, { decrement: counted });
  return steppedUp;
}

/**
 * Must be completed soon, and by a session that could have enrolled it: another session of the same user may be a
 * thief's.
 */
function requireRecentEnrollment(
  { created_at: createdAt }: FactorRow,
  account: AccountRow,
  now: Date,
): void {
  const begun = new Date(createdAt);
  if (now.getTime() - begun.getTime() > ENROLLMENT_TIMEOUT_MS) {
    throw new AuthError('mfa_factor_not_found');
  }
  requireSecondFactor(account);
  requireRecentAuthentication(account, begun);
}

/** A factor that is being set up guards nothing yet: wrong codes are its owner's. */
async function reportFailure(
  service: RequestService,
  tx: Statements,
  { user, session }: AccountRow,
  { id, factor_type: factorType, status }: FactorRow,
): Promise<void> {
  const details = { factor_id: id, factor_type: factorType };
  await writeAudit(service, tx, 'factor_failed', { user, session }, details);
  if (status === 'verified') await warnOfWrongCode(service, tx, user);
}

type Verification = { factor: FactorRow; challenge: Challenge; response: VerifiedResponse };

/**
 * Accepts a factor that was verified: the session becomes aal2, and a factor verified for the first time becomes
 * active.
 *
 * @throws AuthError insufficient_aal, mfa_verification_failed, session_not_found, session_expired,
 * over_request_rate_limit.
 */
async function completeVerification(
  service: RequestService,
  tx: Statements,
  account: AccountRow,
  { factor, challenge, response }: Verification,
): Promise<AccountRow> {
  const { session } = account;
  const isNew = factor.status === 'unverified';
  // Also refuses whoever knows the password alone, and has enrolled a factor before the owner added theirs.
  await lockOpenSession(tx, account);
  const spend = 'delete from auth.challenges where id = $1 returning id';
  const consumed = await tx.rows(spend, [challenge.id]);
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
  await service.queueEmail(tx, user, { kind: 'factor_added', factorType, link });
}
