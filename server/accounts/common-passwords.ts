import { brotliDecompressSync } from 'node:zlib';
import { COMMON_PASSWORD_LIST } from './common-password-list.ts';

/** One text: half a millisecond to search, and a tenth of the memory of a set. */
let passwords: string | undefined;

/**
 * Whether a password, as `asListed` of domain/new-password.ts spells it, is among the 100,000 most common ones. The
 * list is unpacked when the first password is checked, so that it does not delay the start.
 */
export function isCommonPassword(listed: string): boolean {
  passwords ??= `\n${brotliDecompressSync(Buffer.from(COMMON_PASSWORD_LIST, 'base64'))}\n`;
  return !listed.includes('\n') && passwords.includes(`\n${listed}\n`);
}
