import { loadAuth } from './session.ts';

/**
 * Proves with the password that the session is its shopper's. A new session takes the old one's place, and the old one
 * ends: whoever has a copy of it has proven nothing.
 *
 * @throws what the auth server has against it.
 */
export async function signInAgain(email: string, password: string): Promise<void> {
  const auth = await loadAuth();
  const { data: before } = await auth.getSession();
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  const old = before.session?.access_token;
  // What comes of this changes nothing for the shopper: an old session ends by itself as well.
  if (old) await auth.admin.signOut(old, 'local').catch(console.error);
}
