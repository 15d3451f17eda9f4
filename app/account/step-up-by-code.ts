import { authRequest } from '#app/shell/session/auth-request.ts';
import { loadAuth } from '#app/shell/session/session.ts';

type Tokens = { access_token: string; refresh_token: string };

/**
 * Step-up with a mailed code. The session gets new tokens, so a stolen copy of the old ones is not stepped up.
 *
 * @throws the auth server's error.
 */
export async function stepUpByCode(code: string): Promise<void> {
  const auth = await loadAuth();
  const { data } = await auth.getSession();
  const tokens = await authRequest<Tokens>(
    '/reauthenticate',
    { nonce: code },
    data.session?.access_token,
  );
  const { error } = await auth.setSession(tokens);
  if (error) throw error;
}
