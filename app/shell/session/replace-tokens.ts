import { authRequest } from './auth-request.ts';
import { withKnownUser } from './known-user.ts';
import { loadAuth } from './session.ts';
import { sessionRequest } from './session-request.ts';

type Tokens = { access_token: string; refresh_token: string; user: unknown };

/**
 * Sends a request of this session that the protocol does not have, and takes on the tokens of the response: a stolen
 * copy of the old ones is worth nothing from then on.
 *
 * @throws the auth server's error.
 */
export async function replaceTokens(path: string, body: object): Promise<void> {
  const auth = await loadAuth();
  const tokens = await sessionRequest(auth, (token) => authRequest<Tokens>(path, { body, token }));
  const { error } = await withKnownUser(tokens.access_token, tokens.user, () =>
    auth.setSession(tokens),
  );
  if (error) throw error;
}
