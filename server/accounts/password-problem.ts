import type { AuthDependencies } from '@aparajita/auth-server';
import { newPasswordProblem } from '#domain/new-password.ts';
import type { ReadProfile } from '#server/profile/read-profile.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Returns the shop's rule for new passwords as the auth server needs it: with all common passwords, and with what the
 * shopper's profile says.
 */
export function createPasswordProblem(
  readProfile: ReadProfile | undefined,
): AuthDependencies['passwordProblem'] {
  return async (password, { id, email, user_metadata: { full_name } }) => {
    const profile = id === undefined ? undefined : await readProfile?.(id);
    const signedUpAs = typeof full_name === 'string' ? full_name : undefined;
    const problem = newPasswordProblem(
      password,
      { email, name: profile?.full_name ?? signedUpAs, phone: profile?.phone ?? undefined },
      isCommonPassword,
    );
    // The protocol knows these two reasons.
    return problem && { ...problem, reasons: [problem.reason === 'length' ? 'length' : 'pwned'] };
  };
}
