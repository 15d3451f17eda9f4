import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import { showToast } from '#app/ui/toast.tsx';
import { REFUSALS } from '#contract/errors.ts';
import { loadAuth, session } from './session.ts';

/** What the auth client answers with when something went wrong. */
export type AuthFailure = {
  name: string;
  message: string;
  code?: string | undefined;
  status?: number | undefined;
};

/** Signing in again would not help. */
const CLOSED = 'This account is closed for now. Please write to us.';

/** The session is over, whatever its token says. */
const OVER = ['session_not_found', 'user_not_found', 'user_banned', 'bad_jwt', 'no_authorization'];

/**
 * Says why the auth server did not do it, in its own words; a lost connection has no words of its own. A session
 * that is over, or that lacks its second factor, is left to the guard, which asks for what is missing.
 */
export function showAuthFailure(error: AuthFailure) {
  showToast({ title: 'Error', description: authMessageOf(error), tone: 'destructive' });
  askForWhatIsMissing(error);
}

/** The sentence a shopper reads for it, where a toast would lie behind a dialog. */
export function authMessageOf(error: AuthFailure): string {
  if (wasNotReached(error)) return UNREACHABLE;
  // Of these the client keeps no code, and the words may be those of whatever stands before the server.
  if (error.status === 500) return REFUSALS.internal.message;
  if (error.status !== undefined && error.status > 500) return REFUSALS.unavailable.message;
  if (error.code === 'user_banned') return CLOSED;
  return isOver(error) ? 'Please sign in again.' : error.message;
}

/** Has the guard take over where the session is the reason. */
export function askForWhatIsMissing(error: AuthFailure) {
  if (isOver(error)) void session.signOut({ chosen: false }).catch(console.error);
  if (error.code === 'insufficient_aal') void renew().catch(console.error);
}

/** No answer came at all; the auth client has the same name for answers of 500 and more. */
export function wasNotReached({ name, status }: AuthFailure): boolean {
  return name === 'TypeError' || (name === 'AuthRetryableFetchError' && !status);
}

function isOver({ name, code }: AuthFailure): boolean {
  return name === 'AuthSessionMissingError' || (code !== undefined && OVER.includes(code));
}

/** The new token says what the session has shown, and the user that comes with it what it must show. */
async function renew() {
  await (await loadAuth()).refreshSession();
}
