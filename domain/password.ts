/** The shortest password the shop accepts (specification §9; OWASP ASVS 5.0 6.2.1). */
export const MIN_PASSWORD_LENGTH = 8;

/** The longest password: enough for any passphrase. */
export const MAX_PASSWORD_LENGTH = 256;

/** Shown when a password is too short, or when there is none. */
export const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_LENGTH} characters`;

/** A password's length in Unicode code points (NIST SP 800-63B-4, 3.1.1.2). */
export function passwordLength(password: string): number {
  return [...password].length;
}

/** What is wrong with a password's length; undefined if nothing is. */
export function passwordLengthProblem(password: string): string | undefined {
  const length = passwordLength(password);
  if (length < MIN_PASSWORD_LENGTH) return PASSWORD_TOO_SHORT;
  if (length > MAX_PASSWORD_LENGTH)
    return `Password must be at most ${MAX_PASSWORD_LENGTH} characters`;
  return undefined;
}

/** Shown at the second of two fields for one new password when it differs from the first. */
export const PASSWORDS_DIFFER = "Passwords don't match";
