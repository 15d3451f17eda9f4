import { note } from '../audit.ts';
import type { FactorBody } from '../bodies.ts';
import type { AccountRow } from '../rows.ts';
import type { Service, Visit } from '../service.ts';
import { findChallenge, findFactor } from './challenge.ts';
import { raiseSession } from './raise-session.ts';
import { failed, showKey, showTotp } from './show-factor.ts';

/**
 * Takes a factor that is shown: the session rises to aal2 and goes on with new tokens; the ones it had
 * before are dead. A factor shown for the first time counts from now on.
 *
 * @throws AuthFault mfa_factor_not_found, mfa_challenge_expired, mfa_verification_failed,
 * over_request_rate_limit, validation_failed.
 */
export async function verifyFactor(
  service: Service,
  account: AccountRow,
  factorId: string,
  body: FactorBody,
  visit: Visit,
): Promise<AccountRow> {
  const { store, limits, clock } = service;
  const { user, session } = account;
  const factor = await findFactor(store, user.id, factorId);
  const asked = await findChallenge(service, factor, session, body.challenge_id);
  await limits.factor.take(user.id);
  const shown =
    factor.factor_type === 'totp'
      ? await showTotp(service, factor, body)
      : await showKey(service, factor, asked, body);
  if (!shown) {
    await note(store, {
      at: clock(),
      event: 'factor_failed',
      userId: user.id,
      sessionId: session.id,
      address: visit.address,
      details: { factor_id: factor.id, factor_type: factor.factor_type },
    });
    throw failed(factor);
  }
  const raised = await store.transact((tx) =>
    raiseSession(service, tx, account, { factor, asked, shown }, visit),
  );
  await limits.factor.forget(user.id);
  return raised;
}
