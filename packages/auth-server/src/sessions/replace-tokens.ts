import type { Statements } from '../store.ts';

/**
 * Access tokens that a session has been given so far are refused from now on; its refresh token, which is one behind then,
 * gives another.
 */
export async function replaceTokens(tx: Statements, sessionId: string): Promise<void> {
  await tx.rows(
    `update auth.sessions
     set refresh_counter = refresh_counter + 1, access_floor = refresh_counter + 1
     where id = $1`,
    [sessionId],
  );
}
