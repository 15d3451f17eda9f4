import { authRequest } from './auth-request.ts';
import { withKnownUser } from './known-user.ts';
import { loadAuth } from './session.ts';
import { sessionRequest } from './session-request.ts';

type Tokens = { access_token: string; refresh_token: string; user: unknown };

/**
 * Sends a request that the Supabase protocol lacks, and stores the tokens of its response: a stolen copy of the former
 * ones no longer works.
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
