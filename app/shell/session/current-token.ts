import type { GoTrueClient } from '@supabase/auth-js';

/**
 * The session's access token, or null when nobody is signed in.
 *
 * @throws when the token has to be refreshed and the auth server is unreachable.
 */
export async function currentToken(auth: GoTrueClient): Promise<string | null> {
  const { data, error } = await auth.getSession();
  if (error && isTemporary(error)) throw error;
  return data.session?.access_token ?? null;
}

/** Whether the auth server was unreachable: then the auth client keeps the session, and so does this page. */
export function isTemporary(error: { name: string }): boolean {
  return error.name === 'AuthRetryableFetchError';
}

/** A stored session: `expires_in` is its whole lifetime in seconds, `expires_at` in seconds since 1970. */
export type TimedSession = { access_token: string; expires_in: number; expires_at: number };

/** A clock may be set back by less than the 90 s that the auth client replaces a token before it expires. */
const TOLERANCE_MS = 60_000;

/** Whether more of its lifetime is left than it had: this device's clock was set back since. */
export function isClockSetBack({ expires_at, expires_in }: TimedSession): boolean {
  return (expires_at - expires_in) * 1000 - TOLERANCE_MS > Date.now();
}
