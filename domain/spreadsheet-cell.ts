/**
 * The text of a cell as spreadsheets and couriers write it. A number that must stay text is marked as ="123", '123 or
 * `123; digits may be those of any script.
 */
export function cellText(written: string): string {
  return asciiDigits(written.normalize('NFKC'))
    .trim()
    .replace(/^="?(.*?)"?$/s, '$1')
    .replace(/^['`‘’]/, '')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

/** Whether a spreadsheet has shortened a long number to scientific notation: '1.49E+12'. Its last digits are lost. */
export function isShortened(text: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d+$/i.test(text);
}

/** Digits of any script as 0 to 9. In Unicode, each script has its ten digits in a row. */
function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    let value = 0;
    const code = digit.codePointAt(0) ?? 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}
