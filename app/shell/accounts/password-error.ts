/** Whether the auth server rejected the new password and would accept another. */
export function isNewPasswordError(error: Error): boolean {
  return 'code' in error && (error.code === 'weak_password' || error.code === 'same_password');
}
