import { countRequests, uncountRequests } from '@aparajita/postgres/rate-limit';
import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import { isEmailSession } from '#auth-server/is-email-session.ts';
import { consumeLimits } from '#auth-server/rate-limits.ts';
import { requireRecentAuthentication } from '#auth-server/recent-authentication.ts';
import type { FactorBody } from '#auth-server/request-bodies.ts';
import type { AccountRow } from '#auth-server/rows.ts';
import type { RequestService } from '#auth-server/service.ts';
import { mfaRequired } from '#auth-server/user.ts';
import { type FactorRow, findChallenge, findFactor } from './challenge.ts';
import { completeVerification, furtherFactorNeedsAal2 } from './complete-verification.ts';
import { verificationFailed, verifyKey, verifyTotpCode } from './verify-response.ts';

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
    await writeAudit(
      service,
      store,
      'factor_failed',
      { user, session },
      { factor_id: factor.id, factor_type: factor.factor_type },
    );
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

/**
 * An attacker who knows the password can try codes, but must not lock out the owner: a browser in which a factor was
 * verified before has its own count, and so has a session opened by an emailed link, which the password alone cannot
 * open.
 *
 * @returns the keys of what was counted.
 */
async function countTry(
  { limit, store, client }: RequestService,
  { user, session }: AccountRow,
): Promise<string[]> {
  const device = client.deviceOf(user.email);
  if (device?.factor) {
    const own = limit('factorDevice').count(`${user.id} ${device.id}`);
    const all = limit('factor').count(`${user.id} known`);
    if (!(await countRequests(store.rows, [own, all]))) return [own.key, all.key];
  }
  const shared = limit('factor').count(isEmailSession(session) ? `${user.id} mailed` : user.id);
  await consumeLimits(store, [shared]);
  return [shared.key];
}
