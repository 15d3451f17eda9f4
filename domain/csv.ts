import { codeText } from './text.ts';

export type CsvCell = string | number | null;

/**
 * Rows as a CSV file (RFC 4180), beginning with a byte order mark, by which spreadsheet programs recognise UTF-8. Text
 * that they would run as a formula gets an apostrophe in front and is quoted (OWASP ASVS 5.0, 1.2.10). So does a number
 * that is a name, which they would round, shorten or take for a date: 149012345678 becomes 1.49E+11. ="149012345678"
 * would prevent that too, and is a formula. `cellText` takes the apostrophe off again.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** What spreadsheet programs run as a formula begins with one of these; some also accept the full-width characters. */
const SIGN = '[=+\\-@＝＋－＠]';

/**
 * Text that is another number to a spreadsheet: longer than 11 digits, with zeros in front or an exponent, or like a date
 * that does not begin with the year.
 */
const MISREAD = /^(\d{12,}|0\d+|\d+E\d+|\d{1,2}([-/]\d{1,4}){1,2})$/i;

/** What they skip before it. Of a quote that no cell needs, some make the beginning of one. */
const SKIPPED = '[\\s"]*';

const FORMULA = new RegExp(`^${SKIPPED}(?:${SIGN}|[\t\r])`);

/**
 * The place of a formula after a character that some programs treat as a separator even inside quotes: in many countries
 * the semicolon. For them a quote begins the cell that follows. The sign comes first, so that a long run of spaces is
 * read once and not from each of its spaces.
 */
const INNER_FORMULA = new RegExp(`(?=${SIGN})(?<=[;\t\r\n]${SKIPPED})`, 'g');

function cell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const escaped = value.replace(INNER_FORMULA, "'");
  const text = FORMULA.test(value) || MISREAD.test(value) ? `'${escaped}` : escaped;
  return text !== value || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

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
