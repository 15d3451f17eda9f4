import { AuthError } from '#auth-server/auth-error.ts';
import { limitOf } from '#auth-server/rate-limits.ts';
import type { AccountRow } from '#auth-server/rows.ts';
import type { RequestService, Service } from '#auth-server/service.ts';
import type { Statements } from '#auth-server/store.ts';
import { expiryOf } from './session.ts';

/** A session with its user. */
export async function findSession(
  statements: Statements,
  sessionId: string,
): Promise<AccountRow | undefined> {
  const [account] = await statements.rows<AccountRow>(
    `select auth.with_factors(to_jsonb(u)) as user, to_json(s) as session
     from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`,
    [sessionId],
  );
  return account;
}

/** Increments the counter. @returns undefined when the session was changed since it was read. */
export async function rotate(
  service: RequestService,
  { user, session }: AccountRow,
  counter: number,
): Promise<AccountRow | undefined> {
  const { store, clock } = service;
  const now = clock();
  const [row] = await store.rows<Pick<AccountRow, 'session'>>(
    `with rotated as (
       update auth.sessions
       set refresh_counter = $3, refreshed_at = $4, expires_at = least($5, ends_by), refresh_paid_until = $6,
         address = coalesce($7, address), device = coalesce($8, device)
       where id = $1 and refresh_counter = $2
       returning *
     ), noted as (
       insert into auth.audit_log (at, event, user_id, session_id, address)
       select $4, 'token_refreshed', user_id, id, $7 from rotated
     )
     select to_json(rotated) as session from rotated`,
    [
      session.id,
      session.refresh_counter,
      counter + 1,
      now,
      expiryOf(new Date(session.created_at), now),
      consumeRefreshLimit(service, session.refresh_paid_until, now),
      service.client.address,
      service.client.deviceName,
    ],
  );
  return row && { user, session: row.session };
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
     ), noted as (
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
function consumeRefreshLimit({ settings }: Service, paidUntil: string, now: Date): Date {
  const { points, seconds } = limitOf(settings, 'refresh');
  const paid = Math.max(Date.parse(paidUntil), now.getTime()) + (seconds * 1000) / points;
  const tooFar = paid - now.getTime() - seconds * 1000;
  if (tooFar > 0) {
    throw new AuthError('over_request_rate_limit', { retryAfterSeconds: Math.ceil(tooFar / 1000) });
  }
  return new Date(paid);
}
