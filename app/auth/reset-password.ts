import type { GoTrueClient } from '@supabase/auth-js';
import { loadAuth, type SessionState, session } from '#app/shell/session/session.ts';
import { sessionRequest } from '#app/shell/session/session-request.ts';

/**
 * What became of it, with the address to sign in with. 'set before': the link has set a password already, and the answer
 * was lost. 'expired': it was opened too long ago. 'cancelled': at the second factor.
 */
type PasswordReset =
  | { outcome: 'set' | 'set before'; email: string }
  | { outcome: 'expired' }
  | { outcome: 'cancelled' };

/**
 * Sets a password in the session that a reset link has opened, after the second factor if one is required. It then ends
 * that session: the shopper signs in with the new password and so shows that they know it.
 *
 * @throws the auth server's error about the password.
 */
export async function resetPassword(password: string): Promise<PasswordReset> {
  const opened = await noFactorDue();
  if (opened.status !== 'signed-in') return { outcome: 'cancelled' };
  const auth = await loadAuth();
  const outcome = await sessionRequest(auth, async () => {
    const { error } = await auth.updateUser({ password });
    if (error?.code === 'current_password_required') return whyRefused(auth);
    if (error) throw error;
    return 'set';
  });
  // The password is set, or the session can set none: it ends, and nothing is lost if that fails. Not the usual sign-out,
  // which would forget what the shopper wanted to add to the cart.
  await session.signOut({ chosen: true }).catch(console.error);
  return outcome === 'expired' ? { outcome } : { outcome, email: opened.user.email };
}

/**
 * Why the server asks for the current password: a new token says whether the session may still set one without it, and
 * then the time for that is over.
 */
async function whyRefused(auth: GoTrueClient): Promise<'set before' | 'expired'> {
  const { error } = await auth.refreshSession();
  if (error) throw error;
  const now = session.get();
  return now.status === 'signed-in' && now.recovering ? 'expired' : 'set before';
}

function noFactorDue(): Promise<SessionState> {
  return new Promise((resolve) => {
    const stop = session.subscribe(check);
    check();

    function check() {
      if (session.get().status === 'mfa-required') return;
      stop();
      resolve(session.get());
    }
  });
}
