import { AuthError, invalid } from '#auth-server/auth-error.ts';
import type { AccountRow } from '#auth-server/rows.ts';
import type { RequestService } from '#auth-server/service.ts';
import { isBanned } from '#auth-server/user.ts';
import { findSession, reissue, revokeForReuse, rotate } from './refresh-queries.ts';
import { readRefreshToken } from './refresh-token.ts';
import { classifyRefreshToken } from './refresh-token-reuse.ts';

/** Tabs that refresh at once conflict on the row; each retry succeeds for at least one of them. */
const MAX_PASSES = 10;

/**
 * Refreshes a session. Two round trips and no lock (optimistic concurrency): the row is read, and changed only if
 * unchanged since; whoever comes second reads it again and is 'one behind'.
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
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const account = await findSession(service.store, token.sessionId);
    if (!account) throw new AuthError('refresh_token_not_found');
    const refreshed = await decide(service, account, token.counter);
    if (refreshed) return refreshed;
  }
  throw new AuthError('conflict', {
    message: 'Too many concurrent token refresh requests on the same session',
  });
}

/** @returns undefined when the session was changed since it was read. */
async function decide(
  service: RequestService,
  account: AccountRow,
  counter: number,
): Promise<AccountRow | undefined> {
  const now = service.clock();
  if (isBanned(account.user, now)) {
    throw new AuthError('user_banned', {
      status: 400,
      message: 'Invalid Refresh Token: User Banned',
    });
  }
  switch (classifyRefreshToken(account.session, counter, now)) {
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
      return rotate(service, account, counter);
  }
}
