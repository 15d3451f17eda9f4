import { countRequests } from '@aparajita/postgres/rate-limit';
import { findSession, withFactors } from '#auth-server/account-queries.ts';
import { isBanned } from '#auth-server/assurance.ts';
import { AuthError, invalid } from '#auth-server/auth-error.ts';
import { rateLimited } from '#auth-server/rate-limits.ts';
import type { AccountRow, RequestService } from '#auth-server/service.ts';
import { classifyRefreshToken, type RefreshToken, readRefreshToken } from './refresh-token.ts';
import { MAX_AGE_MS, MAX_IDLE_MS } from './session.ts';

/** Tabs that refresh at once conflict on the row; each retry succeeds for at least one of them. */
const MAX_PASSES = 10;

/**
 * Refreshes a session. A current token takes one statement, after the rate limit, which is by session and never by
 * address: a mobile network puts thousands of users behind one. For any other token the row is read, and changed only
 * if unchanged since, without a lock (optimistic concurrency); whoever comes second reads it again and is 'one behind'.
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
  const limited = await countRefresh(service, token);
  const rotated = limited ? undefined : await rotate(service, token);
  if (rotated) return rotated;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const account = await findSession(service.store, token.sessionId);
    if (!account) throw new AuthError('refresh_token_not_found');
    const refreshed = await refreshOnce(service, account, token, limited);
    if (refreshed) return refreshed;
  }
  throw new AuthError('conflict', {
    message: 'Too many concurrent token refresh requests on the same session',
  });
}

/** @returns the refusal of a session over its limit. */
async function countRefresh(
  { store, limit }: RequestService,
  { sessionId }: RefreshToken,
): Promise<AuthError | undefined> {
  const refused = await countRequests(store.rows, [limit('refresh').count(sessionId)]);
  return refused && rateLimited(refused);
}

/**
 * A reused token ends its session also over the limit: whoever has a copy could otherwise keep the session there, and
 * the owner's token from ending it.
 *
 * @returns undefined when the session was changed since it was read.
 */
async function refreshOnce(
  service: RequestService,
  account: AccountRow,
  token: RefreshToken,
  limited: AuthError | undefined,
): Promise<AccountRow | undefined> {
  const now = service.clock();
  if (isBanned(account.user, now)) throw new AuthError('user_banned', { status: 400 });
  switch (classifyRefreshToken(account.session, token.counter, now)) {
    case 'expired':
      throw new AuthError('session_expired');
    case 'refuse':
      throw new AuthError('refresh_token_already_used');
    case 'reuse':
      if (!(await revokeForReuse(service, account))) return undefined;
      throw new AuthError('refresh_token_already_used');
    case 'reissue':
      if (limited) throw limited;
      return account;
    case 'rotate':
      if (limited) throw limited;
      return rotate(service, token, account.session.refresh_counter);
  }
}

/**
 * Replaces the counter `stored` by the one after `counter`, which is the same unless the database has lost a refresh.
 * Its conditions are those under which `classifyRefreshToken` says 'rotate', and that of a ban.
 *
 * The commit does not wait for the disk. What a killed PostgreSQL may lose, the last half second, is a counter that is
 * behind the client's token, which is accepted, and an entry of the audit log.
 *
 * @returns undefined when nothing was changed: the session's row says why.
 */
async function rotate(
  { store, clock, client }: RequestService,
  { sessionId, counter }: RefreshToken,
  stored = counter,
): Promise<AccountRow | undefined> {
  const now = clock();
  const [account] = await store.rows<AccountRow>(
    `with rotated as (
       update auth.sessions s
       set refresh_counter = $3::integer + 1, refreshed_at = $4,
         expires_at = least($5, s.created_at + $6 * interval '1 millisecond', s.ends_by),
         address = coalesce($7, s.address), device = coalesce($8, s.device)
       from auth.users u
       where s.id = $1 and s.refresh_counter = $2 and s.refresh_floor <= $3 and s.expires_at > $4
         and u.id = s.user_id and (u.banned_until is null or u.banned_until <= $4)
       returning s.id, s.user_id, ${withFactors('u')} as user, to_json(s) as session
     ), logged as (
       insert into auth.audit_log (at, event, user_id, session_id, address)
       select $4, 'token_refreshed', user_id, id, $7 from rotated
     )
     select "user", session, set_config('synchronous_commit', 'off', true) from rotated`,
    [
      sessionId,
      stored,
      counter,
      now,
      new Date(now.getTime() + MAX_IDLE_MS),
      MAX_AGE_MS,
      client.address,
      client.deviceName,
    ],
  );
  return account;
}

/** @returns false when the session was changed since it was read. */
async function revokeForReuse(
  { store, clock, client }: RequestService,
  { session }: AccountRow,
): Promise<boolean> {
  const ended = await store.rows(
    `with ended as (
       delete from auth.sessions where id = $1 and refresh_counter = $2 returning *
     ), logged as (
       insert into auth.audit_log (at, event, user_id, session_id, address)
       select $3, 'refresh_token_reused', user_id, id, $4 from ended
     )
     select from ended`,
    [session.id, session.refresh_counter, clock(), client.address],
  );
  return ended.length > 0;
}
