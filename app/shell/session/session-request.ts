import type { GoTrueClient } from '@supabase/auth-js';
import { currentToken } from './current-token.ts';

/**
 * Sends a request of the session. Where the server has replaced the session's token meanwhile (in another tab, or by a
 * request whose response was lost) it gets the next one and sends the request once more: the server has done nothing.
 *
 * @param send throws the auth server's error.
 * @throws what `send` throws.
 */
export async function sessionRequest<Answer>(
  auth: GoTrueClient,
  send: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  const token = (await currentToken(auth)) ?? undefined;
  try {
    return await send(token);
  } catch (error) {
    if (token === undefined || !isReplaced(error)) throw error;
    const { renewToken } = await import('./renew-token.ts');
    const next = await renewToken(auth, token);
    if (next === null) throw error;
    return send(next);
  }
}

/** 400 with the same code is about the refresh token: then the session is over. */
function isReplaced(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'session_expired' &&
    'status' in error &&
    error.status === 401
  );
}
