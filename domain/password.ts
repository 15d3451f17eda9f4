/** The shortest password the shop accepts (specification §9; OWASP ASVS 5.0 6.2.1). */
export const MIN_PASSWORD_LENGTH = 8;

/** The longest password. Hashing costs grow with length, and 256 is enough for any passphrase. */
export const MAX_PASSWORD_LENGTH = 256;

/** Shown when a new password is too short, or when there is none. */
export const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_LENGTH} characters`;

/**
 * What the shopper is told about a new password that is not acceptable; undefined for any other. Its characters are
 * Unicode code points, as the auth server counts them. That server also refuses what is easy to guess.
 */
export function newPasswordProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length < MIN_PASSWORD_LENGTH) return PASSWORD_TOO_SHORT;
  if (length > MAX_PASSWORD_LENGTH)
    return `Password must be at most ${MAX_PASSWORD_LENGTH} characters`;
  return undefined;
}

/** Shown at the second of two fields for one new password when it differs from the first. */
export const PASSWORDS_DIFFER = "Passwords don't match";
