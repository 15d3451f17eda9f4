/** The shortest password the shop accepts (specification §9; OWASP ASVS 5.0 6.2.1). */
export const MIN_PASSWORD_LENGTH = 8;

/** The longest password. Hashing costs grow with length, and 256 is enough for any passphrase. */
export const MAX_PASSWORD_LENGTH = 256;
