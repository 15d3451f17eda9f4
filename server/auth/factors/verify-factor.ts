import { type AuditEvent, note } from '../audit.ts';
import type { FactorBody } from '../bodies.ts';
import { neighbourhood } from '../client-address.ts';
import { AuthFault } from '../fault.ts';
import { turnOfStrangers } from '../known-network.ts';
import { takeInTurn } from '../limits.ts';
import { requireRecentProof } from '../recent-proof.ts';
import type { AccountRow, SessionRow } from '../rows.ts';
import type { Service, Visit } from '../service.ts';
import { acceptFactor } from './accept-factor.ts';
import { type FactorRow, findChallenge, findFactor } from './challenge.ts';
import { failed, showKey, showTotp } from './show-factor.ts';

/** Time enough to install an app. */
const FINISH_MS = 900_000;

/**
 * Takes a factor that is shown: the session rises to aal2 and goes on with new tokens; the ones it had
 * before are dead. A factor shown for the first time counts from now on.
 *
 * @throws AuthFault mfa_factor_not_found, mfa_challenge_expired, mfa_verification_failed, insufficient_aal,
 * reauthentication_needed, over_request_rate_limit, validation_failed.
 */
export async function verifyFactor(
  service: Service,
  account: AccountRow,
  factorId: string,
  body: FactorBody,
  visit: Visit,
): Promise<AccountRow> {
  const { store, clock } = service;
  const { user, session } = account;
  const factor = await findFactor(store, user.id, factorId);
  if (factor.status === 'unverified') requireJustBegun(factor, session, clock());
  const asked = await findChallenge(service, factor, session, body.challenge_id);
  await countTry(service, account, visit); // counted first, or a thousand at once all pass
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
    acceptFactor(service, tx, account, { factor, asked, shown }, visit),
  );
  await forgiveTry(service, account, visit);
  return raised;
}

/** Finished soon, and by a session that could have begun it: another one of the same user may be in other hands. */
function requireJustBegun(
  { created_at: createdAt }: FactorRow,
  session: SessionRow,
  now: Date,
): void {
  const begun = new Date(createdAt);
  if (now.getTime() - begun.getTime() > FINISH_MS) throw new AuthFault('mfa_factor_not_found');
  requireRecentProof(session, begun);
}

/** Whoever knows the password can try; that must not keep the owner out, who can change it only with the factor. */
async function countTry(service: Service, { user }: AccountRow, visit: Visit): Promise<void> {
  const { limits, store } = service;
  const by: AuditEvent[] = ['factor_added', 'factor_verified'];
  await takeInTurn(store, [
    limits.factorPair.turn(`${user.id} ${neighbourhood(visit.address)}`),
    turnOfStrangers(service, limits.factor, { key: user.id, email: user.email, by }, visit),
  ]);
}

/** A factor that was shown is no attempt at guessing. */
async function forgiveTry({ limits }: Service, { user }: AccountRow, visit: Visit): Promise<void> {
  await Promise.all([
    limits.factorPair.forget(`${user.id} ${neighbourhood(visit.address)}`),
    limits.factor.giveBack(user.id),
  ]);
}
