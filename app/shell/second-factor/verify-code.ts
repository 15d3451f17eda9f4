import { callAuth } from '#app/shell/session/session-request.ts';

/** Verifies the code of an authenticator app; the session becomes aal2. @throws the auth server's error. */
export async function verifyCode(factorId: string, code: string): Promise<void> {
  await callAuth((auth) => auth.mfa.challengeAndVerify({ factorId, code }));
}
