import { brotliDecompressSync } from 'node:zlib';
import type { AuthDependencies } from '@aparajita/auth-server';
import { newPasswordProblem } from '#domain/new-password.ts';
import type { ReadProfile } from '#server/profile/routes.ts';
import { COMMON_PASSWORD_LIST } from './common-password-list.ts';

/** One text: half a millisecond to search, and a tenth of the memory of a set. */
let passwords: string | undefined;

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

/**
 * Whether a password, as `asListed` of domain/new-password.ts spells it, is among the 100,000 most common ones. The
 * list is unpacked when the first password is checked, so that it does not delay the start.
 */
export function isCommonPassword(listed: string): boolean {
  passwords ??= `\n${brotliDecompressSync(Buffer.from(COMMON_PASSWORD_LIST, 'base64'))}\n`;
  return !listed.includes('\n') && passwords.includes(`\n${listed}\n`);
}
