import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/password.ts';
import { AuthFault, invalid } from '../fault.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/**
 * Lets only passwords pass that are long enough and that nobody would try first: not among the most common
 * ones, not the e-mail address or what stands before its @. No rules about kinds of characters
 * (OWASP ASVS 5.0, 6.2.1–6.2.5 and 6.2.11).
 *
 * @throws AuthFault weak_password with the reasons, or validation_failed when there is too much of it.
 */
export function requireStrongPassword(password: string, email: string): void {
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_LENGTH} characters`);
  }
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw new AuthFault('weak_password', {
      message: `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`,
      weakPassword: ['length'],
    });
  }
  const typed = password.toLowerCase();
  if (COMMON_PASSWORDS.has(typed) || typed === email || typed === email.split('@')[0]) {
    throw new AuthFault('weak_password', {
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      weakPassword: ['pwned'],
    });
  }
}
