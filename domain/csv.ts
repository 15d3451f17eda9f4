export type CsvCell = string | number | null;

/**
 * Rows as a CSV file (RFC 4180), beginning with a byte order mark, by which spreadsheet programs recognise UTF-8. Text
 * that they would run as a formula gets an apostrophe in front and is quoted.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/**
 * The beginning of a cell that spreadsheet programs run as a formula, also after spaces; some also accept the
 * full-width characters.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r]/;

/**
 * A formula after a character that some programs treat as a separator even inside quotes: in many countries the
 * semicolon. For them a quote begins the cell that follows.
 */
const INNER_FORMULA = /([;\t\r\n][ "]*)(?=[=+\-@＝＋－＠])/g;

function cell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const escaped = value.replace(INNER_FORMULA, "$1'");
  const text = FORMULA.test(value) ? `'${escaped}` : escaped;
  return text !== value || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
