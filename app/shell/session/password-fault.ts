/** The auth server would take any other new password. */
export function isAboutNewPassword(error: Error): boolean {
  return 'code' in error && (error.code === 'weak_password' || error.code === 'same_password');
}
