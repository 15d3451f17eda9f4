import { INTERNAL_MESSAGE, UNAVAILABLE_MESSAGE } from '#app/shell/api/api-error.ts';
import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import { loadAuth, session } from '#app/shell/session/session.ts';
import { showError } from '#app/ui/toast.tsx';

/** The auth client's error. */
export type AuthErrorLike = {
  name: string;
  message: string;
  code?: string | undefined;
  status?: number | undefined;
};

/** Signing in again would not help. */
const CLOSED = 'This account is suspended. Please write to us.';

/** The session's tokens were replaced repeatedly, or its refresh token expired; the guard then asks to sign in. */
const REPLACED = 'That did not go through. Please try again.';

/** Thrown by `sessionRequest`. Not imported from there: pages that send none would load one more file. */
const SESSION_REPLACED = 'session_replaced';

/** The session is over, even if its token has not expired. */
const OVER = [
  'session_not_found',
  'user_not_found',
  'user_banned',
  'bad_jwt',
  'no_authorization',
  SESSION_REPLACED,
];

/**
 * Shows why the auth server refused, in its own words, or that it was not reached. A session that is over, or that
 * lacks its second factor, is left to the guard, which asks for what is missing. Passes on what is no error.
 */
export function showAuthError(error: unknown): asserts error is AuthErrorLike {
  passOnOthers(error);
  if (error.code !== SESSION_REPLACED) showError(authMessageOf(error));
  handleSessionError(error);
}

/** The sentence a shopper reads for the error, for dialogs, which would cover a toast. */
export function authMessageOf(error: AuthErrorLike): string {
  if (isUnreachable(error)) return UNREACHABLE;
  // For these the client has no code, and a proxy may have written the message.
  if (error.status === 500) return INTERNAL_MESSAGE;
  if (error.status !== undefined && error.status > 500) return UNAVAILABLE_MESSAGE;
  if (error.code === 'user_banned') return CLOSED;
  if (error.code === 'session_expired') return REPLACED;
  if (error.code === SESSION_REPLACED) return error.message;
  return isOver(error) ? 'Please sign in again.' : error.message;
}

/**
 * The sentence for what failed in a dialog; an error about the session is left to the guard as well. Passes on what is no
 * error.
 */
export function failureText(error: unknown): string {
  handleSessionError(error);
  return authMessageOf(error);
}

/** If the error is about the session, updates it so that the guard takes over. Passes on what is no error. */
export function handleSessionError(error: unknown): asserts error is AuthErrorLike {
  passOnOthers(error);
  // The guard takes the page away, and with it what a dialog says.
  if (error.code === SESSION_REPLACED) showError(error.message);
  if (isOver(error)) void session.signOut({ chosen: false }).catch(console.error);
  if (error.code === 'insufficient_aal') void renew().catch(console.error);
}

/** There was no response; the auth client uses the same name for a status of 500 and more. */
export function isUnreachable({ name, status }: AuthErrorLike): boolean {
  return name === 'TypeError' || (name === 'AuthRetryableFetchError' && !status);
}

/**
 * Whether the server read what was typed and refused it. Otherwise (not reached, its own fault, to be tried later) the
 * focus stays on the button: a field would open the phone's keyboard, and there is nothing to correct.
 */
export function isRefused(error: AuthErrorLike): boolean {
  return !isUnreachable(error) && error.status !== 429 && (error.status ?? 0) < 500;
}

function passOnOthers(error: unknown): asserts error is AuthErrorLike {
  if (!(error instanceof Error)) throw error;
}

function isOver({ name, code }: AuthErrorLike): boolean {
  return name === 'AuthSessionMissingError' || (code !== undefined && OVER.includes(code));
}

/** The new token has the session's assurance level, and its user the required factors. */
async function renew() {
  await (await loadAuth()).refreshSession();
}
