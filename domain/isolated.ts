/** Hebrew, Arabic and the other scripts that are written from right to left, and few others: short, as pages load it. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\u{1efff}]/u;

/**
 * One of several texts that are printed on one line: where it has letters from right to left, it is put between
 * characters that isolate it (U+2068, U+2069), because it would take the digits after it to its other side. These work in
 * pages, on paper and in emails without markup. Characters of old texts that change the direction, which `oneLine` leaves
 * out of new ones, are left out here.
 */
export function isolated(text: string): string {
  const line = text.replace(/\p{Bidi_C}/gu, '');
  return RIGHT_TO_LEFT.test(line) ? `\u2068${line}\u2069` : line;
}
