import { loadAuth } from '#app/shell/session/session.ts';
import { sessionRequest } from '#app/shell/session/session-request.ts';

/** Verifies the code of an authenticator app; the session becomes aal2. @throws the auth server's error. */
export async function verifyCode(factorId: string, code: string): Promise<void> {
  const auth = await loadAuth();
  await sessionRequest(auth, async () => {
    const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
    if (error) throw error;
  });
}
