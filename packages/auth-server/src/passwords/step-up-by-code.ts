import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import type { AccountRow } from '#auth-server/rows.ts';
import type { RequestService } from '#auth-server/service.ts';
import { lockOpenSession } from '#auth-server/sessions/lock-open-session.ts';
import { findSession } from '#auth-server/sessions/refresh-queries.ts';
import { revokeAccessTokens, revokeAllTokens } from '#auth-server/sessions/revoke-tokens.ts';
import type { Statements } from '#auth-server/store.ts';
import { guessesOf } from './guesses.ts';
import { consumeReauthenticationCode } from './reauthenticate.ts';

/**
 * Step-up by an emailed code: for accounts without a password, which cannot sign in again. The protocol's response has
 * no tokens, so the session's refresh token stays valid: also for whoever has a copy of it. `stepUpByCodeWithNewTokens`
 * has no such gap.
 *
 * @throws AuthError reauthentication_not_valid, over_request_rate_limit, session_not_found, session_expired,
 * insufficient_aal.
 */
export function stepUpByCode(
  service: RequestService,
  account: AccountRow,
  code: string,
): Promise<void> {
  return verifyCode(service, account, code, revokeAccessTokens);
}

/**
 * The same, with new tokens for the session: all its old ones stop working.
 *
 * @throws as `stepUpByCode`.
 */
export async function stepUpByCodeWithNewTokens(
  service: RequestService,
  account: AccountRow,
  code: string,
): Promise<AccountRow> {
  await verifyCode(service, account, code, revokeAllTokens);
  const renewed = await findSession(service.store, account.session.id);
  if (!renewed) throw new AuthError('session_not_found'); // signed out meanwhile
  return renewed;
}

async function verifyCode(
  service: RequestService,
  account: AccountRow,
  code: string,
  replace: (tx: Statements, sessionId: string, now: Date) => Promise<void>,
): Promise<void> {
  const { store, clock } = service;
  const { user, session } = account;
  await guessesOf(service, session.id).consume();
  await consumeReauthenticationCode(service, account, code);
  const entry = { method: 'otp', timestamp: Math.floor(clock().getTime() / 1000) };
  const amr = [entry, ...session.amr.filter(({ method }) => method !== 'otp')];
  await store.transact(async (tx) => {
    await lockOpenSession(tx, account);
    await tx.rows('update auth.sessions set amr = $2 where id = $1', [
      session.id,
      JSON.stringify(amr),
    ]);
    await replace(tx, session.id, clock());
    await writeAudit(service, tx, 'reauthenticated', { user, session });
  });
}
