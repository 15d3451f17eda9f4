import { AuthError, invalid, type WeakPassword } from '#auth-server/auth-error.ts';
import type { AuthSettings } from '#auth-server/settings.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, passwordLength } from './password-length.ts';
import { plain, SHORTEST_CONTEXT, strengthOf } from './password-strength.ts';

/** What is known about the user: a password made of it is weak. */
type Owner = {
  email: string;
  user_metadata: Record<string, unknown>;
  /** What the application knows besides: see `AuthDependencies.passwordUserInputs`. */
  userInputs?: readonly string[];
};

/** The service's own names and products: see `AuthSettings`. */
type ContextSettings = Pick<AuthSettings, 'contextSpecificWords'>;

/** In the points of `strengthOf`. A password with fewer is guessed sooner than eight random letters. */
const MIN_STRENGTH = 4.75;

/**
 * Why a password is refused, or undefined. It must be long enough, and not among what attackers try first: a leaked
 * password, a name, a keyboard row or a word of the account or the application, also with a few characters added. There
 * are no composition rules (OWASP ASVS 5.0, 6.2.1–6.2.5 and 6.2.11).
 */
export function weaknessOf(
  password: string,
  owner: Owner,
  settings: ContextSettings,
): WeakPassword | undefined {
  if (passwordLength(password) < MIN_PASSWORD_LENGTH) {
    return {
      message: `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`,
      reasons: ['length'],
    };
  }
  const isShortNumber = /^\d{1,11}$/.test(password);
  if (!isShortNumber && strengthOf(password, contextOf(owner, settings)) >= MIN_STRENGTH)
    return undefined;
  return { message: explain(password), reasons: ['pwned'] };
}

/**
 * Accepts only strong passwords.
 *
 * @throws AuthError weak_password with the reasons, or validation_failed when it is too long.
 */
export function requireStrongPassword(
  password: string,
  owner: Owner,
  settings: ContextSettings,
): void {
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_LENGTH} characters`);
  }
  const weakness = weaknessOf(password, owner, settings);
  if (weakness) {
    throw new AuthError('weak_password', {
      message: weakness.message,
      weakPassword: weakness.reasons,
    });
  }
}

function contextOf(
  { email, user_metadata: data, userInputs = [] }: Owner,
  { contextSpecificWords }: ContextSettings,
): ReadonlySet<string> {
  const known = [email, data.full_name, data.phone, ...userInputs].filter(
    (text) => typeof text === 'string',
  );
  // Each as a whole and in its parts, with and without separators.
  const words = known.flatMap((text) => {
    const whole = plain(text);
    const [local = '', domain = ''] = whole.split('@');
    const parts = [local, domain, ...whole.split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\p{N})/u)];
    return [whole, ...parts, local.replace(/[^\p{L}\p{N}]+/gu, '')];
  });
  return new Set([
    ...contextSpecificWords,
    ...words.filter(({ length }) => length >= SHORTEST_CONTEXT),
  ]);
}

/** Says what to do instead: people who only read 'weak' add a 1. */
function explain(password: string): string {
  if (/^\d+$/.test(password)) return 'Numbers alone are easy to guess. Add a few words to them.';
  const reason =
    strengthOf(password, new Set()) >= MIN_STRENGTH
      ? 'it is made of your name, email or phone number, or the name of this site'
      : 'it, or one much like it, is among the first that are tried';
  return `This password is easy to guess: ${reason}. Take three or four words that do not belong together.`;
}
