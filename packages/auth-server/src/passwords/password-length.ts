/** The shortest password that is accepted (OWASP ASVS 5.0 6.2.1). */
export const MIN_PASSWORD_LENGTH = 8;

/** A password's length in Unicode code points (NIST SP 800-63B-4, 3.1.1.2). */
export function passwordLength(password: string): number {
  return [...password].length;
}

/** The longest; hashing costs grow with length, and 256 is enough for every passphrase. */
export const MAX_PASSWORD_LENGTH = 256;
