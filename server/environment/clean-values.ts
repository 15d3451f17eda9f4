/**
 * Blanks and quotes around a value, which some readers of env files leave there, and a line end written as `\n`. Quotes
 * count as a pair: a sender's name may be quoted. `\t` ends a folder of Windows: C:\shop\t.
 */
const AROUND = /^\s|\s$|^(["'`]).*\1$|^[“‘].*[”’]$|\\[nr]$/s;

/** Line ends, other controls and what cannot be seen. Not what joins letters of Indian scripts. */
const UNSEEN = /(?!\p{Join_C})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Works as it is, because the shop alone reads it. Without its blanks it would be another secret, and what was encrypted
 * with it could not be read any more.
 */
const KEPT = 'AUTH_SECRET';

/** Why a setting's value, as it is, would be refused by whoever gets it; null if nothing is wrong with it. */
export function uncleanValue(name: string, value: string): string | null {
  if (name === KEPT) return null;
  if (AROUND.test(value)) return 'has blanks, quotes or \\n around it: remove them';
  if (UNSEEN.test(value)) {
    return 'has a line end, a tab or an unseen character in it: remove it. Some files need \\\\ for a \\';
  }
  return null;
}
