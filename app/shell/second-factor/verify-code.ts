import { loadAuth } from '#app/shell/session/session.ts';

/** Shows the code of an authenticator app; the session rises with it. @throws what the auth server has against it. */
export async function showCode(factorId: string, code: string): Promise<void> {
  const auth = await loadAuth();
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}
