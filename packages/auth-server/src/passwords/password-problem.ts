import { AuthError, type WeakPassword } from '#auth-server/auth-error.ts';
import type { Service } from '#auth-server/service.ts';

/** Whose password it is; without an id before there is an account. */
export type PasswordOwner = {
  id?: string;
  email: string;
  user_metadata: Record<string, unknown>;
};

/** The application's rule for passwords: why one is refused, or undefined. */
export type PasswordProblem = (
  password: string,
  owner: PasswordOwner,
) => Promise<WeakPassword | undefined>;

/** @throws AuthError weak_password with the reasons; request_timeout when the application cannot tell. */
export async function requireGoodPassword(
  { passwordProblem }: Pick<Service, 'passwordProblem'>,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const problem = await passwordProblem(password, owner);
  if (!problem) return;
  throw new AuthError('weak_password', {
    message: problem.message,
    weakPassword: problem.reasons,
  });
}
