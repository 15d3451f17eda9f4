import { newestProof } from '#auth-server/assurance.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import type { AccountRow, SessionRow, Statements } from '#auth-server/service.ts';

/** Ends the user's other sessions. One that a reset link has just opened ends ten minutes after it began. */
export async function endOtherSessions(
  tx: Statements,
  { id, user_id: userId }: SessionRow,
  now: Date,
): Promise<void> {
  await tx.rows(`select auth.end_sessions($1, $2, 'infinity', $3)`, [userId, id, now]);
}

/**
 * Ends the user's other sessions, unless one of them was authenticated later than this one. The request proves nothing
 * but possession of this session's tokens: with a stolen session, a thief must not be able to end every session that the
 * owner opens.
 *
 * @throws AuthError reauthentication_needed when another session was authenticated later than this one.
 */
export async function endOlderSessions(
  tx: Statements,
  { user, session }: AccountRow,
  now: Date,
): Promise<void> {
  const authenticatedAt = newestProof(session.amr);
  const newer = await tx.rows(
    `select from auth.sessions
     where user_id = $1 and id <> $2 and expires_at > $3 and auth.last_proof(amr) > $4 limit 1`,
    [user.id, session.id, now, authenticatedAt],
  );
  if (newer.length > 0) throw new AuthError('reauthentication_needed');
  await tx.rows('select auth.end_sessions($1, $2, $3, $4)', [
    user.id,
    session.id,
    authenticatedAt,
    now,
  ]);
}

/** Ends the user's sessions at aal1. One that a reset link has just opened ends ten minutes after it began. */
export async function endSessionsAtAal1(
  tx: Statements,
  { user_id: userId }: SessionRow,
  now: Date,
): Promise<void> {
  await tx.rows(
    `with shortened as (
       update auth.sessions s set ends_by = auth.reset_ends_at(s),
         expires_at = least(expires_at, auth.reset_ends_at(s))
       where user_id = $1 and aal = 'aal1' and auth.is_resetting(s, $2)
     )
     delete from auth.sessions s
     where user_id = $1 and aal = 'aal1' and not auth.is_resetting(s, $2)`,
    [userId, now],
  );
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
