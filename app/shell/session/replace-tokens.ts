import { authRequest } from './auth-request.ts';
import { loadAuth } from './session.ts';

type Tokens = { access_token: string; refresh_token: string };

/**
 * Sends a request of this session that the protocol does not have, and takes on the tokens of the response: a stolen
 * copy of the old ones is worth nothing from then on.
 *
 * @throws the auth server's error.
 */
export async function replaceTokens(path: string, body: object): Promise<void> {
  const auth = await loadAuth();
  const { data } = await auth.getSession();
  const tokens = await authRequest<Tokens>(path, body, data.session?.access_token);
  const { error } = await auth.setSession(tokens);
  if (error) throw error;
}
