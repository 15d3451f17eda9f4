import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/password.ts';
import { AuthFault, invalid, type WeakPassword } from '../fault.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/**
 * What is wrong with a password, if anything: it must be long enough and not what anybody would try first, so
 * not among the most common ones, not the e-mail address or what stands before its @. No rules about kinds of
 * characters (OWASP ASVS 5.0, 6.2.1–6.2.5 and 6.2.11).
 */
export function weaknessOf(password: string, email: string): WeakPassword | undefined {
  if (password.length < MIN_PASSWORD_LENGTH) {
    return {
      message: `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`,
      reasons: ['length'],
    };
  }
  const typed = password.toLowerCase();
  if (COMMON_PASSWORDS.has(typed) || typed === email || typed === email.split('@')[0]) {
    return {
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      reasons: ['pwned'],
    };
  }
}

/**
 * Lets only strong passwords pass.
 *
 * @throws AuthFault weak_password with the reasons, or validation_failed when there is too much of it.
 */
export function requireStrongPassword(password: string, email: string): void {
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_LENGTH} characters`);
  }
  const weakness = weaknessOf(password, email);
  if (weakness) {
    throw new AuthFault('weak_password', {
      message: weakness.message,
      weakPassword: weakness.reasons,
    });
  }
}
