import { withFactors } from '#auth-server/account-queries.ts';
import type {
  AccountRow,
  AmrEntry,
  RequestService,
  Service,
  Statements,
  UserRow,
} from '#auth-server/service.ts';
import { RETENTION_DAYS } from '#auth-server/settings.ts';
import { userResponse } from '#auth-server/user.ts';
import { issueAccessToken } from './access-token.ts';
import { writeRefreshToken } from './refresh-token.ts';

export const MAX_IDLE_MS = RETENTION_DAYS.idleSessions * 86_400_000;
export const MAX_AGE_MS = RETENTION_DAYS.sessions * 86_400_000;

/** When a session that is refreshed now will expire. */
export function expiryOf(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + MAX_IDLE_MS, createdAt.getTime() + MAX_AGE_MS));
}

/**
 * Opens a session for a user whose password was just checked, if it still is their password. `rehashed` is the same
 * password hashed at today's cost, when its hash was outdated; `tx` a transaction in which the user was authenticated
 * by other means.
 *
 * @returns undefined when the password was changed meanwhile, the account is gone or banned.
 */
export async function openSession(
  service: RequestService,
  user: UserRow,
  method: AmrEntry['method'],
  { rehashed = null, tx = service.store }: { rehashed?: string | null; tx?: Statements } = {},
): Promise<AccountRow | undefined> {
  const now = service.clock();
  const entry: AmrEntry = { method, timestamp: Math.floor(now.getTime() / 1000) };
  const [account] = await tx.rows<AccountRow>(
    `with signed_in as (
       update auth.users set last_sign_in_at = $3, password_hash = coalesce($6, password_hash)
       where id = $1 and password_hash is not distinct from $5
         and (banned_until is null or banned_until <= $3)
       returning *
     ), opened as (
       insert into auth.sessions (user_id, amr, refresh_paid_until, refreshed_at, expires_at, created_at, device, address)
       select id, $2::jsonb, $3, $3, $4, $3, $9, $7 from signed_in
       returning *
     ), logged as (
       insert into auth.audit_log (at, event, user_id, session_id, address, details)
       select $3, 'signed_in', user_id, id, $7, jsonb_build_object('method', $8::text) from opened
     )
     select ${withFactors('signed_in')} as user, to_json(opened) as session from signed_in, opened`,
    [
      user.id,
      JSON.stringify([entry]),
      now,
      expiryOf(now, now),
      user.password_hash,
      rehashed,
      service.client.address,
      method,
      service.client.deviceName,
    ],
  );
  return account;
}

/** A session in the protocol's shape, with its current refresh token. */
export async function sessionResponse(service: Service, account: AccountRow) {
  const { id: sessionId, refresh_counter: counter } = account.session;
  return {
    ...(await issueAccessToken(service, account)),
    token_type: 'bearer',
    refresh_token: writeRefreshToken({ sessionId, counter }, service.derivedKeys),
    user: userResponse(account.user),
  };
}
