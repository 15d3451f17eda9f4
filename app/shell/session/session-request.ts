import type { GoTrueClient } from '@supabase/auth-js';
import { currentToken } from './current-token.ts';
import { loadAuth } from './session.ts';

/**
 * Sends a request with the session's token. If the server rejects it because the token was replaced meanwhile (in
 * another tab, or by a request whose response was lost) or has expired, gets the new token and sends the request once more. The
 * rejected request had no effect.
 *
 * @param send throws the auth server's error.
 * @throws what `send` throws; an error with the code `session_replaced` when there is no new token, so that the session
 * has ended.
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

/**
 * Calls a method of the auth client as `sessionRequest` does, and returns the data of its response. @throws its error.
 */
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
 * The error when the server has replaced the session's tokens and there are no new ones: the response with them was
 * lost, and its change was most likely made. The code is not part of the Supabase protocol.
 */
function sessionReplaced(cause: unknown): Error {
  const message = 'Please sign in again. What you changed may have been saved.';
  return Object.assign(new Error(message, { cause }), { code: 'session_replaced', status: 401 });
}

/**
 * Whether the access token was replaced, or has expired although by this device's clock it has not (bad_jwt). Status 400
 * with the first code is about the refresh token: then the session has ended.
 */
function isReplaced(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'status' in error)) return false;
  return error.code === 'bad_jwt' || (error.code === 'session_expired' && error.status === 401);
}
