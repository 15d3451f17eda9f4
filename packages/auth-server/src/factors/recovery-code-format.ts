import { randomInt } from 'node:crypto';

/** Crockford's base 32: characters that look alike have one value. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;
const HINT_LENGTH = 4;

/** How many codes a set has. */
export const RECOVERY_CODES = 10;

/**
 * A set of codes of 80 random bits each, in the protocol's form: lower case, no separators. All prefixes differ, so
 * that a typed code is compared with one slow hash and not with ten (OWASP ASVS 5.0, 6.5.2).
 */
export function generateRecoveryCodes(): string[] {
  const codes = new Map<string, string>();
  while (codes.size < RECOVERY_CODES) {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
      '',
    );
    codes.set(prefixOf(code), code);
  }
  return [...codes.values()];
}

/** The code's prefix: not secret, the rest has 60 bits. */
export function prefixOf(code: string): string {
  return code.slice(0, HINT_LENGTH);
}

/** Normalizes a typed code: upper case, spaces, hyphens, an O for a zero. */
export function normalizeRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  return code.length === LENGTH && [...code].every((sign) => ALPHABET.includes(sign))
    ? code
    : undefined;
}
