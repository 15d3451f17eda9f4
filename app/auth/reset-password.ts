import type { GoTrueClient } from '@supabase/auth-js';
import { loadAuth, type SessionState, session } from '#app/shell/session/session.ts';
import { sessionRequest } from '#app/shell/session/session-request.ts';

/**
 * The result, with the email to sign in with. 'set before': the link has set a password already, but the response was
 * lost. 'expired': the link was opened too long ago. 'cancelled': the shopper has left the form for the second factor.
 */
type PasswordReset =
  | { outcome: 'set' | 'set before'; email: string }
  | { outcome: 'expired' }
  | { outcome: 'cancelled' };

/**
 * Sets a password in the session that a reset link has opened, once its second factor is verified, if one is required.
 * Then ends that session, so that the shopper signs in with the new password.
 *
 * @throws the auth server's error about the password.
 */
export async function resetPassword(password: string): Promise<PasswordReset> {
  const opened = await afterSecondFactor();
  if (opened.status !== 'signed-in') return { outcome: 'cancelled' };
  const auth = await loadAuth();
  const outcome = await sessionRequest(auth, async () => {
    const { error } = await auth.updateUser({ password });
    if (error?.code === 'current_password_required') return reasonOfRefusal(auth);
    if (error) throw error;
    return 'set';
  });
  // The session is no longer needed, and a failure to end it does no harm. Not the `signOut` of session.ts, which would
  // also remove the items that the shopper wanted to add to the cart.
  await session.signOut({ chosen: true }).catch(console.error);
  return outcome === 'expired' ? { outcome } : { outcome, email: opened.user.email };
}

/**
 * Why the server requires the current password. If a new token still allows the session to set a password without it,
 * the time for that has passed; otherwise the link has set one before.
 */
async function reasonOfRefusal(auth: GoTrueClient): Promise<'set before' | 'expired'> {
  const { error } = await auth.refreshSession();
  if (error) throw error;
  const now = session.get();
  return now.status === 'signed-in' && now.recovering ? 'expired' : 'set before';
}

/** Resolves with the session state once no second factor is required any more. */
function afterSecondFactor(): Promise<SessionState> {
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
