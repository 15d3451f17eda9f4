import { AuthFault, invalid } from './fault.ts';
import { judgeRefresh } from './refresh-rule.ts';
import { readRefreshToken } from './refresh-token.ts';
import type { AccountRow } from './rows.ts';
import type { Service, Visit } from './service.ts';
import { expiryOf } from './session.ts';
import { isBanned } from './sign-in.ts';

/** Tabs that refresh at once change the row under each other; each pass ends for at least one of them. */
const MOST_PASSES = 10;

/**
 * Goes on with the session a refresh token names. Two round trips and no lock: the row is read, and changed
 * only if it still is what was read; whoever comes second looks again and is 'one behind'.
 *
 * @throws AuthFault refresh_token_not_found, refresh_token_already_used, session_expired, user_banned,
 * over_request_rate_limit, conflict, validation_failed.
 */
export async function refresh(
  service: Service,
  text: string | null | undefined,
  visit: Visit,
): Promise<AccountRow> {
  if (!text) throw invalid('refresh_token required');
  const token = readRefreshToken(text, service.vault);
  if (!token) throw new AuthFault('refresh_token_not_found');
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const account = await find(service, token.sessionId);
    if (!account) throw new AuthFault('refresh_token_not_found');
    const refreshed = await decide(service, account, token.counter, visit);
    if (refreshed) return refreshed;
  }
  throw new AuthFault('conflict', {
    message: 'Too many concurrent token refresh requests on the same session',
  });
}

/** @returns undefined when the session was changed since it was read. */
async function decide(
  service: Service,
  account: AccountRow,
  counter: number,
  visit: Visit,
): Promise<AccountRow | undefined> {
  const { settings, clock } = service;
  const now = clock();
  if (isBanned(account.user, now)) {
    throw new AuthFault('user_banned', {
      status: 400,
      message: 'Invalid Refresh Token: User Banned',
    });
  }
  switch (judgeRefresh(account.session, counter, now, settings.refreshReuseSeconds)) {
    case 'expired':
      throw new AuthFault('session_expired');
    case 'refuse':
      throw new AuthFault('refresh_token_already_used');
    case 'reuse':
      if (!(await endForReuse(service, account, visit))) return undefined;
      throw new AuthFault('refresh_token_already_used');
    case 'repeat':
      return repeat(service, account);
    case 'advance':
      return advance(service, account, counter, visit);
  }
}

async function find({ store }: Service, sessionId: string): Promise<AccountRow | undefined> {
  const [account] = await store.rows<AccountRow>(
    `select auth.with_factors(to_jsonb(u)) as user, to_json(s) as session
     from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`,
    [sessionId],
  );
  return account;
}

async function advance(
  service: Service,
  { user, session }: AccountRow,
  counter: number,
  visit: Visit,
): Promise<AccountRow | undefined> {
  const { store, settings, clock } = service;
  const now = clock();
  const [row] = await store.rows<Pick<AccountRow, 'session'>>(
    `with advanced as (
       update auth.sessions
       set refresh_counter = $3, refreshed_at = $4, expires_at = $5, refresh_paid_until = $6
       where id = $1 and refresh_counter = $2
       returning *
     ), noted as (
       insert into auth.audit_log (at, event, user_id, session_id, address)
       select $4, 'token_refreshed', user_id, id, $7 from advanced
     )
     select to_json(advanced) as session from advanced`,
    [
      session.id,
      session.refresh_counter,
      counter + 1,
      now,
      expiryOf(settings, new Date(session.created_at), now),
      payForRefresh(service, session.refresh_paid_until, now),
      visit.address,
    ],
  );
  return row && { user, session: row.session };
}

async function repeat(
  service: Service,
  { user, session }: AccountRow,
): Promise<AccountRow | undefined> {
  const paidUntil = payForRefresh(service, session.refresh_paid_until, service.clock());
  const [row] = await service.store.rows<Pick<AccountRow, 'session'>>(
    `update auth.sessions s set refresh_paid_until = greatest(refresh_paid_until, $3)
     where id = $1 and refresh_counter = $2
     returning to_json(s) as session`,
    [session.id, session.refresh_counter, paidUntil],
  );
  return row && { user, session: row.session };
}

async function endForReuse(
  { store, clock }: Service,
  { session }: AccountRow,
  visit: Visit,
): Promise<boolean> {
  const ended = await store.rows(
    `with ended as (
       delete from auth.sessions where id = $1 and refresh_counter = $2 returning *
     ), noted as (
       insert into auth.audit_log (at, event, user_id, session_id, address)
       select $3, 'refresh_token_reused', user_id, id, $4 from ended
     )
     select from ended`,
    [session.id, session.refresh_counter, clock(), visit.address],
  );
  return ended.length > 0;
}

/**
 * Each refresh costs its share of the window; a session may be a whole window ahead of time. Kept in the
 * session's own row and never per address: the client forgets a session on 429, and a mobile network puts
 * thousands of shoppers behind one address.
 */
function payForRefresh({ settings }: Service, paidUntil: string, now: Date): Date {
  const { points, seconds } = settings.limits.refresh;
  const paid = Math.max(Date.parse(paidUntil), now.getTime()) + (seconds * 1000) / points;
  const tooFar = paid - now.getTime() - seconds * 1000;
  if (tooFar > 0) {
    throw new AuthFault('over_request_rate_limit', { retryAfterSeconds: Math.ceil(tooFar / 1000) });
  }
  return new Date(paid);
}
