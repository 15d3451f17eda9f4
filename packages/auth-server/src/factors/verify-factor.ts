import { uncountRequests } from '@aparajita/postgres/rate-limit';
import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import { requireRecentAuthentication } from '#auth-server/recent-authentication.ts';
import type { FactorBody } from '#auth-server/request-bodies.ts';
import type { AccountRow } from '#auth-server/rows.ts';
import type { RequestService } from '#auth-server/service.ts';
import type { Statements } from '#auth-server/store.ts';
import { mfaRequired } from '#auth-server/user.ts';
import { type FactorRow, findChallenge, findFactor } from './challenge.ts';
import { completeVerification, furtherFactorNeedsAal2 } from './complete-verification.ts';
import { verificationFailed, verifyKey, verifyTotpCode } from './verify-response.ts';
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
  if (now.getTime() - begun.getTime() > ENROLLMENT_TIMEOUT_MS)
    throw new AuthError('mfa_factor_not_found');
  if (mfaRequired(account)) throw furtherFactorNeedsAal2();
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
