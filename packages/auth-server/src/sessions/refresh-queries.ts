import { ACCOUNT_COLUMNS, type AccountColumns, accountOf } from '#auth-server/account-columns.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import { limitOf } from '#auth-server/rate-limits.ts';
import type { AccountRow } from '#auth-server/rows.ts';
import type { RequestService, Service } from '#auth-server/service.ts';
import type { Statements } from '#auth-server/store.ts';
import type { RefreshToken } from './refresh-token.ts';
import { MAX_AGE_MS, MAX_IDLE_MS } from './session.ts';

/** A session with its user. */
export async function findSession(
  statements: Statements,
  sessionId: string,
): Promise<AccountRow | undefined> {
  const [row] = await statements.rows<AccountColumns>(
    `select ${ACCOUNT_COLUMNS}
     from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`,
    [sessionId],
  );
  return row && accountOf(row);
}

/**
 * Replaces the counter `stored` by the one after `counter`, which is the same unless the database has lost a refresh.
 * Its conditions are those under which `classifyRefreshToken` says 'rotate', and those of ban and rate limit.
 *
 * The commit does not wait for the disk. What a killed PostgreSQL may lose, the last half second, is a counter that is
 * behind the client's token, which is accepted, and an entry of the audit log.
 *
 * @returns undefined when nothing was changed: the session's row says why.
 */
export async function rotate(
  service: RequestService,
  { sessionId, counter }: RefreshToken,
  stored = counter,
): Promise<AccountRow | undefined> {
  const { store, clock, client } = service;
  const now = clock();
  const { share, window } = refreshLimit(service);
  const [row] = await store.rows<AccountColumns>(
    `with rotated as (
       update auth.sessions s
       set refresh_counter = $3::integer + 1, refreshed_at = $4,
         expires_at = least($5, s.created_at + $6 * interval '1 millisecond', s.ends_by),
         refresh_paid_until = greatest(date_trunc('milliseconds', s.refresh_paid_until), $4) + $7 * interval '1 millisecond',
         address = coalesce($9, s.address), device = coalesce($10, s.device)
       from auth.users u
       where s.id = $1 and s.refresh_counter = $2 and s.refresh_floor <= $3 and s.expires_at > $4
         and greatest(date_trunc('milliseconds', s.refresh_paid_until), $4) <= $8
         and u.id = s.user_id and (u.banned_until is null or u.banned_until <= $4)
       returning s.id, s.user_id, ${ACCOUNT_COLUMNS}
     ), logged as (
       insert into auth.audit_log (at, event, user_id, session_id, address)
       select $4, 'token_refreshed', user_id, id, $9 from rotated
     )
     select "user", session, factors, set_config('synchronous_commit', 'off', true) from rotated`,
    [
      sessionId,
      stored,
      counter,
      now,
      new Date(now.getTime() + MAX_IDLE_MS),
      MAX_AGE_MS,
      share,
      new Date(now.getTime() + window - share),
      client.address,
      client.deviceName,
    ],
  );
  return row && accountOf(row);
}

/** Repeats the current counter. @returns undefined when the session was changed since it was read. */
export async function reissue(
  service: Service,
  { user, session }: AccountRow,
): Promise<AccountRow | undefined> {
  const paidUntil = consumeRefreshLimit(service, session.refresh_paid_until, service.clock());
  const [row] = await service.store.rows<Pick<AccountRow, 'session'>>(
    `update auth.sessions s set refresh_paid_until = greatest(refresh_paid_until, $3)
     where id = $1 and refresh_counter = $2
     returning to_json(s) as session`,
    [session.id, session.refresh_counter, paidUntil],
  );
  return row && { user, session: row.session };
}

/** @returns false when the session was changed since it was read. */
export async function revokeForReuse(
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

/**
 * Rate limit of refreshes (GCRA): each costs its share of the window, up to one window in advance. Stored in the
 * session's own row and never by address: the client drops its session on 429, and a mobile network puts thousands of
 * users behind one address.
 */
export function consumeRefreshLimit(service: Service, paidUntil: string, now: Date): Date {
  const { share, window } = refreshLimit(service);
  const paid = Math.max(Date.parse(paidUntil), now.getTime()) + share;
  const excess = paid - now.getTime() - window;
  if (excess > 0) {
    throw new AuthError('over_request_rate_limit', { retryAfterSeconds: Math.ceil(excess / 1000) });
  }
  return new Date(paid);
}

/** In milliseconds. */
function refreshLimit({ settings }: Service): { share: number; window: number } {
  const { points, seconds } = limitOf(settings, 'refresh');
  return { share: (seconds * 1000) / points, window: seconds * 1000 };
}
