import { loadAuth } from '#app/shell/session/session.ts';

/** Verifies the code of an authenticator app; the session becomes aal2. @throws the auth server's error. */
export async function verifyCode(factorId: string, code: string): Promise<void> {
  const auth = await loadAuth();
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}
