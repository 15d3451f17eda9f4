import { redirectUrl } from '#app/shell/accounts/emailed-link.ts';
import { loadAuth } from '#app/shell/session/session.ts';

/** Emails the link that resets a password. @throws the auth server's error. */
export async function requestPasswordReset(email: string): Promise<void> {
  const auth = await loadAuth();
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: redirectUrl('/reset-password'),
  });
  if (error) throw error;
}

/** Emails the link that confirms a sign-up again. @throws the auth server's error. */
export async function requestConfirmation(email: string): Promise<void> {
  const auth = await loadAuth();
  const { error } = await auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: redirectUrl('/') },
  });
  if (error) throw error;
}

/**
 * Reads the email that was typed on the previous page from the history state. It is passed there, and never in the URL.
 * '' if there is none.
 */
export function typedEmail(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
