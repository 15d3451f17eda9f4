import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { type Columns, findColumns, MAX_HEADER_ROW } from './columns.ts';
import { decodeFile, unreadable } from './decode.ts';
import { readAmount } from './read-amount.ts';

/** A line of a courier's list; the amount is null if it cannot be parsed. */
export type ListLine = { line: number; tracking_number: string; amount: number | null };

type CourierList = {
  lines: ListLine[];
  /** The bank's reference, if all lines with a reference have the same one. */
  reference: string | null;
};

/** A row and the line of the file where it ends. */
type CsvRecord = { row: string[]; line: number };

export const MAX_LIST_LINES = 10_000;
/** More rows than lines, because lists have titles above and sums below. */
const MAX_RECORDS = MAX_LIST_LINES + MAX_HEADER_ROW;

/**
 * Parses the list of a courier's remittance.
 *
 * @throws AppError invalid_input if the file is no such list, or longer than `MAX_LIST_LINES`.
 */
export function readList(bytes: Uint8Array): CourierList {
  const records = recordsOf(decodeFile(bytes));
  const rows = records.map(({ row }) => row);
  const { header, columns } = findColumns(rows) ?? withoutHeader(records);
  const references = new Set<string>();
  const lines: ListLine[] = [];
  for (const [index, { row, line }] of records.entries()) {
    const tracking = trackingNumber(row[columns.tracking] ?? '');
    if (index <= header || tracking === '') continue; // sums and remarks have no tracking number
    refuseRoundedNumber(tracking, line);
    lines.push({
      line,
      tracking_number: tracking,
      amount: readAmount(row[columns.amount] ?? ''),
    });
    const reference = columns.reference === null ? '' : cellText(row[columns.reference] ?? '');
    if (reference !== '') references.add(reference.slice(0, 100));
  }
  if (lines.length === 0) throw unreadable('There are no lines with a tracking number.');
  const [reference = null] = references.size === 1 ? references : [];
  return { lines, reference };
}

/** A hash of the list's content, independent of encoding, order of lines and other columns. */
export function hashOf(courier: string, { lines }: CourierList): Buffer {
  const contents = lines
    .map(({ tracking_number, amount }) => `${tracking_number} ${amount}`)
    .sort();
  return createHash('sha256')
    .update([courier, ...contents].join('\n'))
    .digest();
}

function recordsOf(text: string): CsvRecord[] {
  const [best = ',', ...others] = delimitersOf(text);
  // Amounts contain commas too, so the most frequent sign is not always the separator.
  const delimiter =
    [best, ...others].find((sign) =>
      findColumns(parseRecords(text, sign, MAX_HEADER_ROW).map(({ row }) => row)),
    ) ?? best;
  const records = parseRecords(text, delimiter, MAX_RECORDS + 1);
  // Counts lines without a number, too. Otherwise lines after the last parsed one would be dropped without an error.
  if (records.length > MAX_RECORDS) {
    throw unreadable(`There are more than ${MAX_LIST_LINES.toLocaleString('en-IN')} lines.`);
  }
  return records;
}

function parseRecords(text: string, delimiter: string, max: number): CsvRecord[] {
  const records: CsvRecord[] = [];
  try {
    parse(text, {
      bom: true,
      delimiter,
      max_record_size: 20_000,
      on_record: (row: string[], { lines }) => {
        records.push({ row, line: lines });
        return row;
      },
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: max,
      trim: true,
    });
    return records;
  } catch {
    throw unreadable('This is not a CSV file.');
  }
}

/** The possible separators, the most frequent one in the first lines first; a comma last if it is as frequent. */
function delimitersOf(text: string): string[] {
  const beginning = text.slice(0, 5_000);
  const count = (sign: string) => beginning.split(sign).length;
  return [';', '\t', '|', ','].sort((one, other) => count(other) - count(one));
}

/** The columns of pasted lines without a header: first the tracking number, then the amount. */
function withoutHeader(records: readonly CsvRecord[]): { header: number; columns: Columns } {
  for (const { row, line } of records) refuseRoundedNumber(trackingNumber(row[0] ?? ''), line);
  const rows = records.map(({ row }) => row);
  const fits = rows.every(
    ([tracking = '', amount = '']) =>
      /^[\w-]{4,40}$/.test(trackingNumber(tracking)) && readAmount(amount) !== null,
  );
  if (rows.length > 0 && fits) {
    return { header: -1, columns: { tracking: 0, amount: 1, reference: null } };
  }
  const names = rows[0]?.filter((name) => name !== '').slice(0, 12);
  throw unreadable(
    `There must be a column with the tracking number (AWB) and one with the amount.${
      names?.length ? ` The first line has: ${names.join(', ').slice(0, 200)}.` : ''
    }`,
  );
}

/**
 * Refuses a long number that a spreadsheet has written in scientific notation: its last digits are lost, so several
 * numbers may look the same.
 *
 * @throws AppError invalid_input
 */
function refuseRoundedNumber(tracking: string, line: number): void {
  if (!/^\d(?:[.,]\d+)?E\+\d+$/.test(tracking)) return;
  throw unreadable(
    `Line ${line} has ${tracking} for a tracking number: the spreadsheet has shortened it. Format the column as text, then save the file once more.`,
  );
}

/** The number as it is stored: upper case, without spaces. */
function trackingNumber(written: string): string {
  return cellText(written).replace(/\s/g, '').toUpperCase().slice(0, 40);
}

/** The text of a cell. Spreadsheets write a number that is text as ="123" or '123. */
function cellText(written: string): string {
  return written
    .replace(/^="?(.*?)"?$/, '$1')
    .replace(/^'/, '')
    .replace(/\p{Cc}/gu, '')
    .trim();
}
