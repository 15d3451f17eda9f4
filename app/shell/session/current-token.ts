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
