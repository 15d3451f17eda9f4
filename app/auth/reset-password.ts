import { loadAuth, type SessionState, session } from '#app/shell/session/session.ts';

/**
 * Sets a password in the session that a reset link has opened, waiting for the second factor where one is due. It
 * ends that session too: whoever comes from a mail proves that they know the new password by signing in with it.
 *
 * @returns the address to sign in with; null when the shopper gave up at the second factor.
 * @throws what the auth server has against the password.
 */
export async function resetPassword(password: string): Promise<string | null> {
  const opened = await noFactorDue();
  if (opened.status !== 'signed-in') return null;
  const auth = await loadAuth();
  const { error } = await auth.updateUser({ password });
  if (error) throw error;
  // The password is set, whatever comes of this. Nobody leaves: what they wanted in the cart still waits for them.
  await session.signOut({ chosen: true }).catch(console.error);
  return opened.user.email;
}

function noFactorDue(): Promise<SessionState> {
  return new Promise((resolve) => {
    const stop = session.subscribe(look);
    look();

    function look() {
      if (session.get().status === 'factor-due') return;
      stop();
      resolve(session.get());
    }
  });
}
