import { AuthError } from '#auth-server/auth-error.ts';
import type { AccountRow, SessionRow } from '#auth-server/rows.ts';
import type { Statements } from '#auth-server/store.ts';

/** Ends the user's other sessions. One that a reset link has just opened ends ten minutes after it began. */
export async function endOtherSessions(
  tx: Statements,
  { id, user_id: userId }: SessionRow,
  now: Date,
): Promise<void> {
  await tx.rows(`select auth.end_sessions($1, $2, 'infinity', $3)`, [userId, id, now]);
}

/**
 * The same for whoever holds the session and has proven nothing else: it may be stolen, and must not end each session
 * that its owner opens.
 *
 * @throws AuthError reauthentication_needed when another session was proven later than this one.
 */
export async function endSessionsNotNewer(
  tx: Statements,
  { user, session }: AccountRow,
  now: Date,
): Promise<void> {
  const proof = Math.max(0, ...session.amr.map(({ timestamp }) => timestamp));
  const newer = await tx.rows(
    `select from auth.sessions
     where user_id = $1 and id <> $2 and expires_at > $3 and auth.last_proof(amr) > $4 limit 1`,
    [user.id, session.id, now, proof],
  );
  if (newer.length > 0) throw new AuthError('reauthentication_needed');
  await tx.rows('select auth.end_sessions($1, $2, $3, $4)', [user.id, session.id, proof, now]);
}

/** Ends the sessions that have not shown a factor, except one that a reset link has just opened. */
export async function endSessionsAtAal1(
  tx: Statements,
  { user_id: userId }: SessionRow,
  now: Date,
): Promise<void> {
  await tx.rows(
    `with spared as (
       update auth.sessions s set ends_by = auth.reset_ends_at(s),
         expires_at = least(expires_at, auth.reset_ends_at(s))
       where user_id = $1 and aal = 'aal1' and auth.is_resetting(s, $2)
     )
     delete from auth.sessions s
     where user_id = $1 and aal = 'aal1' and not auth.is_resetting(s, $2)`,
    [userId, now],
  );
}
