import { AuthError, invalid } from '#auth-server/auth-error.ts';
import type { AccountRow } from '#auth-server/rows.ts';
import type { RequestService } from '#auth-server/service.ts';
import { isBanned } from '#auth-server/user.ts';
import {
  consumeRefreshLimit,
  findSession,
  reissue,
  revokeForReuse,
  rotate,
} from './refresh-queries.ts';
import { type RefreshToken, readRefreshToken } from './refresh-token.ts';
import { classifyRefreshToken } from './refresh-token-reuse.ts';

/** Tabs that refresh at once conflict on the row; each retry succeeds for at least one of them. */
const MAX_PASSES = 10;

/**
 * Refreshes a session. A current token takes one statement. For any other the row is read, and changed only if unchanged
 * since, without a lock (optimistic concurrency); whoever comes second reads it again and is 'one behind'.
 *
 * @throws AuthError refresh_token_not_found, refresh_token_already_used, session_expired, user_banned,
 * over_request_rate_limit, conflict, validation_failed.
 */
export async function refresh(
  service: RequestService,
  text: string | null | undefined,
): Promise<AccountRow> {
  if (!text) throw invalid('refresh_token required');
  const token = readRefreshToken(text, service.derivedKeys);
  if (!token) throw new AuthError('refresh_token_not_found');
  const rotated = await rotate(service, token);
  if (rotated) return rotated;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const account = await findSession(service.store, token.sessionId);
    if (!account) throw new AuthError('refresh_token_not_found');
    const refreshed = await refreshOnce(service, account, token);
    if (refreshed) return refreshed;
  }
  throw new AuthError('conflict', {
    message: 'Too many concurrent token refresh requests on the same session',
  });
}

/** @returns undefined when the session was changed since it was read. */
async function refreshOnce(
  service: RequestService,
  account: AccountRow,
  token: RefreshToken,
): Promise<AccountRow | undefined> {
  const now = service.clock();
  if (isBanned(account.user, now)) {
    throw new AuthError('user_banned', {
      status: 400,
      message: 'Invalid Refresh Token: User Banned',
    });
  }
  switch (classifyRefreshToken(account.session, token.counter, now)) {
    case 'expired':
      throw new AuthError('session_expired');
    case 'refuse':
      throw new AuthError('refresh_token_already_used');
    case 'reuse':
      if (!(await revokeForReuse(service, account))) return undefined;
      throw new AuthError('refresh_token_already_used');
    case 'reissue':
      return reissue(service, account);
    case 'rotate':
      consumeRefreshLimit(service, account.session.refresh_paid_until, now);
      return rotate(service, token, account.session.refresh_counter);
  }
}
