import { lockOpenSession } from '#auth-server/account-queries.ts';
import { newestProof, requireSecondFactor } from '#auth-server/assurance.ts';
import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import type { AccountRow, RequestService, SessionRow, Statements } from '#auth-server/service.ts';

/** SQL: when the session `s` was proven last, in seconds since 1970. */
export const LAST_PROOF = `(
  select coalesce(max((proof ->> 'timestamp')::float8), 0) from jsonb_array_elements(s.amr) proof)`;

/**
 * SQL: whether a reset link has opened the session `s` in the ten minutes before $1, and no password was set with it yet.
 * Nobody ends it in that time: whoever knows the old password could otherwise prevent the new one, which ends all other
 * sessions.
 */
export const IS_RESETTING = `(
  s.created_at + interval '10 minutes' > $1 and s.amr @> '[{"method": "recovery"}]')`;

/** Ends those of the sessions `s` for which `condition` holds; those that reset the password end later. */
export async function endSessionsWhere(
  tx: Statements,
  now: Date,
  condition: string,
  values: readonly unknown[],
): Promise<void> {
  await tx.rows(
    `update auth.sessions s set ends_by = s.created_at + interval '10 minutes',
       expires_at = least(s.expires_at, s.created_at + interval '10 minutes')
     where ${condition} and ${IS_RESETTING}`,
    [now, ...values],
  );
  await tx.rows(`delete from auth.sessions s where ${condition} and not ${IS_RESETTING}`, [
    now,
    ...values,
  ]);
}

/** Ends the user's other sessions. One that a reset link has just opened ends ten minutes after it began. */
export function endOtherSessions(
  tx: Statements,
  { id, user_id: userId }: SessionRow,
  now: Date,
): Promise<void> {
  return endSessionsWhere(tx, now, 's.user_id = $2 and s.id <> $3', [userId, id]);
}

/**
 * Ends the user's other sessions, unless one of them was authenticated later than this one. The request proves nothing
 * but possession of this session's tokens: with a stolen session, a thief must not be able to end every session that the
 * owner opens.
 *
 * @throws AuthError reauthentication_needed when another session was authenticated later than this one.
 */
async function endOlderSessions(
  tx: Statements,
  { user, session }: AccountRow,
  now: Date,
): Promise<void> {
  const others = [user.id, session.id, newestProof(session.amr)];
  const newer = await tx.rows(
    `select from auth.sessions s
     where user_id = $1 and id <> $2 and expires_at > $4 and ${LAST_PROOF} > $3 limit 1`,
    [...others, now],
  );
  if (newer.length > 0) throw new AuthError('reauthentication_needed');
  const older = `s.user_id = $2 and s.id <> $3 and ${LAST_PROOF} <= $4`;
  await endSessionsWhere(tx, now, older, others);
}

/** Ends the user's sessions at aal1. One that a reset link has just opened ends ten minutes after it began. */
export function endSessionsAtAal1(
  tx: Statements,
  { user_id: userId }: SessionRow,
  now: Date,
): Promise<void> {
  return endSessionsWhere(tx, now, `s.user_id = $2 and s.aal = 'aal1'`, [userId]);
}

/**
 * Invalidates the access tokens that a session has so far; its refresh token, which is then one behind, returns a new
 * one.
 */
export async function revokeAccessTokens(tx: Statements, sessionId: string): Promise<void> {
  await tx.rows(
    `update auth.sessions
     set refresh_counter = refresh_counter + 1, access_floor = refresh_counter + 1
     where id = $1`,
    [sessionId],
  );
}

/**
 * Invalidates its refresh tokens too: the session continues with the one made from its row now. For some seconds an
 * older one is only refused, as a tab may hold it legitimately; later it ends the session (`classifyRefreshToken`).
 */
export async function revokeAllTokens(tx: Statements, sessionId: string, now: Date): Promise<void> {
  await tx.rows(
    `update auth.sessions
     set refresh_counter = refresh_counter + 2, refresh_floor = refresh_counter + 2,
         access_floor = refresh_counter + 2, refreshed_at = $2
     where id = $1`,
    [sessionId, now],
  );
}

export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

/**
 * Ends this session, all the others, or all of them; their access tokens stop working at once.
 *
 * @throws AuthError insufficient_aal: an attacker with only the password ends no session of the owner's.
 * reauthentication_needed: nor does one with an older session. session_not_found, session_expired.
 */
export async function signOut(
  service: RequestService,
  account: AccountRow,
  scope: SignOutScope,
): Promise<void> {
  const { session } = account;
  if (scope !== 'local') requireSecondFactor(account);
  await service.store.transact(async (tx) => {
    if (scope !== 'local') {
      await lockOpenSession(tx, account);
      await endOlderSessions(tx, account, service.clock());
    }
    if (scope !== 'others') {
      await tx.rows('delete from auth.sessions where id = $1', [session.id]);
    }
    await writeAudit(service, tx, 'signed_out', account, { scope });
  });
}
