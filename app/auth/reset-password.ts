import { loadAuth, type SessionState, session } from '#app/shell/session/session.ts';
import { sessionRequest } from '#app/shell/session/session-request.ts';

/**
 * Sets a password in the session that a reset link has opened, after the second factor if one is required. It then ends
 * that session: the shopper signs in with the new password and so shows that they know it.
 *
 * @returns the address to sign in with; null when the shopper cancelled at the second factor.
 * @throws the auth server's error about the password.
 */
export async function resetPassword(password: string): Promise<string | null> {
  const opened = await noFactorDue();
  if (opened.status !== 'signed-in') return null;
  const auth = await loadAuth();
  await sessionRequest(auth, async () => {
    const { error } = await auth.updateUser({ password });
    if (error) throw error;
  });
  // The password is set, even if this fails. Not the usual sign-out, which would forget what the shopper wanted to add
  // to the cart.
  await session.signOut({ chosen: true }).catch(console.error);
  return opened.user.email;
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
