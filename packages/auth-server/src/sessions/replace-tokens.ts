import type { Statements } from '#auth-server/store.ts';

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

/**
 * Also its refresh tokens: it goes on with the one that is made from its row now. For some seconds a tab may still hold one
 * from before in good faith; later whoever comes with one ends the session (`judgeRefresh`).
 */
export async function endTokens(tx: Statements, sessionId: string, now: Date): Promise<void> {
  await tx.rows(
    `update auth.sessions
     set refresh_counter = refresh_counter + 2, refresh_floor = refresh_counter + 2,
         access_floor = refresh_counter + 2, refreshed_at = $2
     where id = $1`,
    [sessionId, now],
  );
}
