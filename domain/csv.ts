export type CsvCell = string | number | null;

/**
 * Rows as a CSV file (RFC 4180) with a byte order mark, by which spreadsheets know UTF-8. Text that a spreadsheet would
 * run as a formula gets an apostrophe in front and is quoted.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** What makes a spreadsheet read a cell as a formula, also behind spaces; some read the full-width signs so, too. */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r]/;

/** A formula behind what some spreadsheets separate cells by, whatever we quote: in many countries the semicolon. */
const INNER_FORMULA = /([;\t\r\n] *)(?=[=+\-@＝＋－＠])/g;

function cell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const inert = value.replace(INNER_FORMULA, "$1'");
  const text = FORMULA.test(value) ? `'${inert}` : inert;
  return text !== value || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
