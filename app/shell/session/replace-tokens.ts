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
