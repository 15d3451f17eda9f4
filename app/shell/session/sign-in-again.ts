import { loadAuth } from './session.ts';

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
