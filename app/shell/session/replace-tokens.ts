import { authRequest } from './auth-request.ts';
import { type KnownSession, withKnownSession } from './known-session.ts';
import { loadAuth } from './session.ts';
import { sessionRequest } from './session-request.ts';

/**
 * Sends a request that the Supabase protocol lacks, and stores the tokens of its response: a stolen copy of the former
 * ones no longer works.
 *
 * @throws the auth server's error.
 */
export async function replaceTokens(path: string, body: object): Promise<void> {
  const auth = await loadAuth();
  const tokens = await sessionRequest(auth, (token) =>
    authRequest<KnownSession>(path, { body, token }),
  );
  const { error } = await withKnownSession(tokens, () => auth.setSession(tokens));
  if (error) throw error;
}

/**
 * Step-up with the password: opens a new session and ends the current one, so that a stolen copy of the current one is
 * not stepped up.
 *
 * @throws the auth server's error.
 */
export async function signInAgain(email: string, password: string): Promise<void> {
  const auth = await loadAuth();
  const { data: before } = await auth.getSession();
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  const old = before.session?.access_token;
  // A failure is ignored: an old session expires by itself as well.
  if (old) await auth.admin.signOut(old, 'local').catch(console.error);
}
