import { codeText } from './text.ts';

/** No number and no name of a column is longer, but a cell may be a whole file. */
const MAX_CELL = 500;

/**
 * The text of a cell as spreadsheets and couriers write it. A number that must stay text is marked as ="123", '123 or
 * `123; digits may be those of any script.
 */
export function cellText(written: string): string {
  return codeText(written.slice(0, MAX_CELL).normalize('NFKC'))
    .replace(/^="?(.*?)"?$/s, '$1')
    .replace(/^['`‘’]/, '')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

/** Whether a spreadsheet has shortened a long number to scientific notation: '1.49E+12'. Its last digits are lost. */
export function isShortened(text: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d+$/i.test(text);
}
