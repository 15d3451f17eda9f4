/** The shortest password the shop accepts (specification §9; OWASP ASVS 5.0 6.2.1). */
export const MIN_PASSWORD_LENGTH = 8;

/** How many characters a password has: each Unicode code point is one (NIST SP 800-63B-4, 3.1.1.2). */
export function passwordLength(password: string): number {
  return [...password].length;
}

/** The longest password. Hashing costs grow with length, and 256 is enough for any passphrase. */
export const MAX_PASSWORD_LENGTH = 256;
