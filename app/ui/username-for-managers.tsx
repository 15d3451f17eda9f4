/** Tells password managers which account the passwords of a form belong to. */
export function UsernameForManagers({ email }: { email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}
