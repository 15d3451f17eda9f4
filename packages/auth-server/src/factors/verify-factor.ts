import { countRequests, uncountRequests } from '@aparajita/postgres/rate-limit';
import { note } from '#auth-server/audit.ts';
import type { FactorBody } from '#auth-server/bodies.ts';
import { AuthFault } from '#auth-server/fault.ts';
import { takeInTurn } from '#auth-server/limits.ts';
import { requireRecentProof } from '#auth-server/recent-proof.ts';
import type { AccountRow, SessionRow } from '#auth-server/rows.ts';
import type { Service, Visit } from '#auth-server/service.ts';
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
  const counted = await countTry(service, account, visit); // first, or a thousand at once all pass
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
  // A factor that was shown is no attempt at guessing.
  await uncountRequests(store.rows, { less: counted });
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

/**
 * Whoever knows the password can try, and must not keep the owner out by it: a browser in which a factor was shown
 * before has its own count, and so has whoever has come by a mailed link, which the password alone does not open.
 *
 * @returns the keys of what was counted.
 */
async function countTry(
  { limits, store }: Service,
  { user, session }: AccountRow,
  visit: Visit,
): Promise<string[]> {
  const device = visit.deviceOf(user.email);
  if (device?.factor) {
    const own = limits.factorDevice.turn(`${user.id} ${device.id}`);
    const all = limits.factor.turn(`${user.id} known`);
    if (!(await countRequests(store.rows, [own, all]))) return [own.key, all.key];
  }
  const mailed = session.amr.some(({ method }) => method === 'otp' || method === 'recovery');
  const shared = limits.factor.turn(mailed ? `${user.id} mailed` : user.id);
  await takeInTurn(store, [shared]);
  return [shared.key];
}
