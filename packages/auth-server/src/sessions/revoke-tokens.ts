import type { Statements } from '#auth-server/store.ts';

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
