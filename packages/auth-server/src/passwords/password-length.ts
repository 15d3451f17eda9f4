/** The shortest password that is accepted (OWASP ASVS 5.0 6.2.1). */
export const MIN_PASSWORD_LENGTH = 8;

/** The longest; hashing costs grow with length, and 256 leaves every passphrase room. */
export const MAX_PASSWORD_LENGTH = 256;
