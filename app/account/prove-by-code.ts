import { askAccounts } from '#app/shell/session/ask-accounts.ts';
import { loadAuth } from '#app/shell/session/session.ts';

type Tokens = { access_token: string; refresh_token: string };

/**
 * Proves with a mailed code that the session is its shopper's. It goes on with new tokens: whoever has a copy of the
 * ones before has proven nothing.
 *
 * @throws what the auth server has against it.
 */
export async function proveByCode(code: string): Promise<void> {
  const auth = await loadAuth();
  const { data } = await auth.getSession();
  const tokens = await askAccounts<Tokens>(
    '/reauthenticate',
    { nonce: code },
    data.session?.access_token,
  );
  const { error } = await auth.setSession(tokens);
  if (error) throw error;
}
