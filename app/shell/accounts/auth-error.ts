import { INTERNAL_MESSAGE, UNAVAILABLE_MESSAGE } from '#app/shell/api/api-error.ts';
import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import { loadAuth, session } from '#app/shell/session/session.ts';
import { showError } from '#app/ui/toast.tsx';

/** An error of the auth client or of `authRequest`. */
export type AuthErrorLike = {
  name: string;
  message: string;
  code?: string | undefined;
  status?: number | undefined;
};

/** For a banned account, which cannot sign in again. */
const SUSPENDED = 'This account is suspended. Please write to us.';

/**
 * For a session whose tokens were replaced repeatedly, or whose refresh token has expired; the guard then asks to sign
 * in.
 */
const SESSION_EXPIRED = 'That did not go through. Please try again.';

/**
 * The code of the error that `sessionRequest` throws. Repeated here instead of imported: pages that send no such
 * request would download one more file.
 */
const SESSION_REPLACED = 'session_replaced';

/** Error codes after which the session has ended, even if its token has not expired. */
const SESSION_ENDED_CODES = [
  'session_not_found',
  'user_not_found',
  'user_banned',
  'bad_jwt',
  'no_authorization',
  SESSION_REPLACED,
];

/**
 * Shows the error in a toast: the message of the auth server, or that the server was not reached. If the session has
 * ended or lacks its second factor, updates the session, so that the guard asks for what is missing.
 *
 * @throws the value itself if it is not an Error.
 */
export function showAuthError(error: unknown): asserts error is AuthErrorLike {
  assertIsError(error);
  if (error.code !== SESSION_REPLACED) showError(authMessageOf(error));
  handleSessionError(error);
}

/** The message of an error for the shopper. Dialogs show it themselves, because they would cover a toast. */
export function authMessageOf(error: AuthErrorLike): string {
  if (isUnreachable(error)) return UNREACHABLE;
  // For these statuses the client has no code, and a proxy may have written the message.
  if (error.status === 500) return INTERNAL_MESSAGE;
  if (error.status !== undefined && error.status > 500) return UNAVAILABLE_MESSAGE;
  if (error.code === 'user_banned') return SUSPENDED;
  if (error.code === 'session_expired') return SESSION_EXPIRED;
  if (error.code === SESSION_REPLACED) return error.message;
  return isSessionEnded(error) ? 'Please sign in again.' : error.message;
}

/**
 * If the error is about the session, updates the session, so that the guard replaces the page. Shows nothing else; use
 * it with `authMessageOf` in dialogs.
 *
 * @throws the value itself if it is not an Error.
 */
export function handleSessionError(error: unknown): asserts error is AuthErrorLike {
  assertIsError(error);
  // The guard replaces the page, with the message of any dialog in it.
  if (error.code === SESSION_REPLACED) showError(error.message);
  if (isSessionEnded(error)) void session.signOut({ chosen: false }).catch(console.error);
  if (error.code === 'insufficient_aal') void refreshSession().catch(console.error);
}

/** Whether there was no response. The auth client uses the same error name for statuses of 500 and more. */
export function isUnreachable({ name, status }: AuthErrorLike): boolean {
  if (name === 'AuthRetryableFetchError') return !status;
  return name === 'TypeError' || name === 'ShopUnreachable';
}

/**
 * Whether the server read the input and rejected it. After any other error (no response, a server error, a rate limit)
 * there is nothing to correct: the focus stays on the button, since a focused field would open the on-screen keyboard.
 */
export function isRefused(error: AuthErrorLike): boolean {
  return !isUnreachable(error) && error.status !== 429 && (error.status ?? 0) < 500;
}

function assertIsError(error: unknown): asserts error is AuthErrorLike {
  if (!(error instanceof Error)) throw error;
}

function isSessionEnded({ name, code }: AuthErrorLike): boolean {
  return (
    name === 'AuthSessionMissingError' || (code !== undefined && SESSION_ENDED_CODES.includes(code))
  );
}

/** Gets a new token, which has the current assurance level of the session and the factors of its user. */
async function refreshSession() {
  await (await loadAuth()).refreshSession();
}

/** Whether the auth server rejected the new password and would accept another. */
export function isNewPasswordError(error: AuthErrorLike): boolean {
  return error.code === 'weak_password' || error.code === 'same_password';
}
