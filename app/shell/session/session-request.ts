import type { GoTrueClient } from '@supabase/auth-js';
import { currentToken } from './current-token.ts';
import { loadAuth } from './session.ts';

/**
 * Sends a request of the session. Where the server has replaced the session's token meanwhile (in another tab, or by a
 * request whose response was lost) it gets the next one and sends the request once more: the server has done nothing.
 *
 * @param send throws the auth server's error.
 * @throws what `send` throws; with the code `session_replaced` when the server has no next token, so that the session is
 * over.
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
    if (next === null) throw sessionReplaced(error);
    return send(next);
  }
}

type AuthAnswer = { data: unknown; error: Error | null };

/** Calls the auth client as `sessionRequest` does, and returns the data of its answer. @throws its error. */
export function callAuth<Answer extends AuthAnswer>(
  send: (auth: GoTrueClient, token: string) => Promise<Answer>,
): Promise<Extract<Answer, { error: null }>['data']>;
export async function callAuth(
  send: (auth: GoTrueClient, token: string) => Promise<AuthAnswer>,
): Promise<unknown> {
  const auth = await loadAuth();
  return sessionRequest(auth, async (token = '') => {
    const { data, error } = await send(auth, token);
    if (error) throw error;
    return data;
  });
}

/**
 * The server has replaced the session's tokens and has no others for it: the response with the new ones was lost, and
 * what was asked for then has most likely been done. The code is none of the protocol's.
 */
function sessionReplaced(cause: unknown): Error {
  const message = 'Please sign in again. What you changed may have been saved.';
  return Object.assign(new Error(message, { cause }), { code: 'session_replaced', status: 401 });
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
