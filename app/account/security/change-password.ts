import { refetchSessions } from '#app/account/use-factors.ts';
import { ACCOUNTS_URL } from '#app/shell/session/accounts-meta.ts';
import { documentMeta } from '#app/shell/session/document-meta.ts';
import { loadAuth } from '#app/shell/session/session.ts';
import { signInAgain } from '#app/shell/session/sign-in-again.ts';

type NewPassword = { current_password: string; password: string };

/**
 * Changes the password. Every other session ends, and so does a stolen copy of this one.
 *
 * @throws the auth server's error.
 */
export async function changePassword(email: string, change: NewPassword): Promise<void> {
  try {
    if (documentMeta(ACCOUNTS_URL)) await changeAtHostedService(email, change);
    else {
      const { replaceTokens } = await import('#app/shell/session/replace-tokens.ts');
      await replaceTokens('/user/password', change);
    }
  } finally {
    // Also after a failure: the response may have been lost.
    void refetchSessions();
  }
}

/**
 * In the Supabase protocol this session stays valid, and so does a stolen copy of it. Accounts without a second factor
 * therefore sign in again and get a new session; if that fails, the password is changed all the same.
 */
async function changeAtHostedService(email: string, change: NewPassword): Promise<void> {
  const auth = await loadAuth();
  const { error } = await auth.updateUser(change);
  if (error) throw error;
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  if (data?.nextLevel === 'aal1') await signInAgain(email, change.password).catch(console.error);
}
