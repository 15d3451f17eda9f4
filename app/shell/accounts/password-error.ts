import type { AuthErrorLike } from './auth-error.ts';

/** Whether the auth server rejected the new password and would accept another. */
export function isNewPasswordError(error: AuthErrorLike): boolean {
  return error.code === 'weak_password' || error.code === 'same_password';
}
