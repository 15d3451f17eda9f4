import { note } from '#auth-server/audit.ts';
import { AuthFault } from '#auth-server/fault.ts';
import type { AccountRow } from '#auth-server/rows.ts';
import type { Service, Visit } from '#auth-server/service.ts';
import { findSession } from '#auth-server/sessions/refresh-row.ts';
import { endTokens, replaceTokens } from '#auth-server/sessions/replace-tokens.ts';
import { requireStillOpen } from '#auth-server/sessions/still-open.ts';
import type { Statements } from '#auth-server/store.ts';
import { spendReauthentication } from './reauthenticate.ts';

/**
 * Step-up by a mailed code: for accounts without a password, which cannot sign in again. The protocol's response has no
 * tokens, so the session's refresh token stays valid: also for whoever has a copy of it. `renewByCode` has no such gap.
 *
 * @throws AuthFault reauthentication_not_valid, over_request_rate_limit, session_not_found, session_expired.
 */
export function confirmByCode(
  service: Service,
  account: AccountRow,
  code: string,
  visit: Visit,
): Promise<void> {
  return takeCode(service, account, code, visit, replaceTokens);
}

/**
 * The same, with new tokens for the session: all its old ones stop working.
 *
 * @throws as `confirmByCode`.
 */
export async function renewByCode(
  service: Service,
  account: AccountRow,
  code: string,
  visit: Visit,
): Promise<AccountRow> {
  await takeCode(service, account, code, visit, endTokens);
  const renewed = await findSession(service, account.session.id);
  if (!renewed) throw new AuthFault('session_not_found'); // signed out meanwhile
  return renewed;
}

async function takeCode(
  service: Service,
  account: AccountRow,
  code: string,
  visit: Visit,
  replace: (tx: Statements, sessionId: string, now: Date) => Promise<void>,
): Promise<void> {
  const { store, limits, clock } = service;
  const { user, session } = account;
  await limits.changePassword.take(session.id);
  await spendReauthentication(service, account, code);
  const proof = { method: 'otp', timestamp: Math.floor(clock().getTime() / 1000) };
  const amr = [proof, ...session.amr.filter(({ method }) => method !== 'otp')];
  await store.transact(async (tx) => {
    await requireStillOpen(tx, session);
    await tx.rows('update auth.sessions set amr = $2 where id = $1', [
      session.id,
      JSON.stringify(amr),
    ]);
    await replace(tx, session.id, clock());
    await note(tx, {
      at: clock(),
      event: 'reauthenticated',
      userId: user.id,
      sessionId: session.id,
      address: visit.address,
    });
  });
}
