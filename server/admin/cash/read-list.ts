import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { type Columns, findColumns } from './columns.ts';
import { decodeFile, unreadable } from './decode.ts';
import { readAmount } from './read-amount.ts';

/** A line of a courier's list; the amount is null where it cannot be read. */
export type ListLine = { line: number; tracking_number: string; amount: number | null };

export type CourierList = {
  lines: ListLine[];
  /** The bank's reference, if every line that has one has the same. */
  reference: string | null;
};

export const MOST_LINES = 10_000;

/**
 * Reads the list with which a courier says what it hands on.
 *
 * @throws AppError invalid_input when the file is no such list, or longer than `MOST_LINES`.
 */
export function readList(bytes: Uint8Array): CourierList {
  const rows = rowsOf(decodeFile(bytes));
  const { header, columns } = findColumns(rows) ?? withoutHeader(rows);
  const references = new Set<string>();
  const lines: ListLine[] = [];
  for (const [index, row] of rows.entries()) {
    const tracking = trackingNumber(row[columns.tracking] ?? '');
    if (index <= header || tracking === '') continue; // sums and remarks have no number
    lines.push({
      line: index + 1,
      tracking_number: tracking,
      amount: readAmount(row[columns.amount] ?? ''),
    });
    const reference = columns.reference === null ? '' : plain(row[columns.reference] ?? '');
    if (reference !== '') references.add(reference.slice(0, 100));
  }
  if (lines.length === 0) throw unreadable('There are no lines with a tracking number.');
  if (lines.length > MOST_LINES) {
    throw unreadable(`There are more than ${MOST_LINES.toLocaleString('en-IN')} lines.`);
  }
  const [reference = null] = references.size === 1 ? references : [];
  return { lines, reference };
}

/** The same for two files that say the same, whatever their encoding, order and other columns. */
export function hashOf(courier: string, { lines }: CourierList): Buffer {
  const said = lines.map(({ tracking_number, amount }) => `${tracking_number} ${amount}`).sort();
  return createHash('sha256')
    .update([courier, ...said].join('\n'))
    .digest();
}

function rowsOf(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      max_record_size: 20_000,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: MOST_LINES + 100,
      trim: true,
    });
  } catch {
    throw unreadable('This is not a CSV file.');
  }
}

/** The one that the first lines have most of. */
function delimiterOf(text: string): string {
  const beginning = text.slice(0, 5_000);
  const counted = [';', '\t', '|', ','].map((sign) => ({
    sign,
    count: beginning.split(sign).length,
  }));
  // A comma may also stand in amounts: another separator wins where it stands as often.
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).sign;
}

/** Pasted lines often come without names: first the number, then the amount. */
function withoutHeader(rows: readonly string[][]): { header: number; columns: Columns } {
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

/** As it is stored: upper case, without spaces. */
function trackingNumber(written: string): string {
  return plain(written).replace(/\s/g, '').toUpperCase().slice(0, 40);
}

/** Spreadsheets keep a number as text by writing ="123" or '123. */
function plain(written: string): string {
  return written
    .replace(/^="?(.*?)"?$/, '$1')
    .replace(/^'/, '')
    .replace(/\p{Cc}/gu, '')
    .trim();
}
