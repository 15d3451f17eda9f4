import { loadAuth } from '#app/shell/session/session.ts';

/** Has the link mailed that resets a password. @throws what the auth server has against it. */
export async function mailReset(email: string): Promise<void> {
  const auth = await loadAuth();
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: `${window.location.origin}/reset-password`,
  });
  if (error) throw error;
}

/** Has the link mailed once more that confirms the address of a sign-up. @throws likewise. */
export async function mailConfirmation(email: string): Promise<void> {
  const auth = await loadAuth();
  const { error } = await auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: `${window.location.origin}/` },
  });
  if (error) throw error;
}
