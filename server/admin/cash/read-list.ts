import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AppError } from '#contract/errors.ts';
import { cellText, isShortened } from '#domain/csv.ts';
import { takeOrderNumbers } from '#domain/order-number.ts';
import { type Columns, findColumns, readAmount } from './columns.ts';
import { count, decodeFile, firstRows, parseCsv, unreadable } from './parse-csv.ts';

/** A line of a courier's list; the amount is null if it cannot be read as what is `written`. */
export type ListLine = {
  line: number;
  tracking_number: string;
  amount: number | null;
  written: string;
};

export type CourierList = {
  lines: ListLine[];
  /** The bank's reference, if all lines with a reference have the same one. */
  reference: string | null;
};

/** Between them other requests are served: a line of digits of another script takes a tenth of a millisecond. */
const LINES_AT_ONCE = 100;

/**
 * Parses the list of a courier's remittance.
 *
 * @throws AppError invalid_input if the file is no such list, or longer than `MAX_LIST_LINES`.
 */
export async function readList(bytes: Uint8Array): Promise<CourierList> {
  const text = await decodeFile(bytes);
  const { separator, header, columns, rows } = await layoutOf(text);
  if (!columns) throw unknownColumns(rows);
  const references = new Set<string>();
  const lines: ListLine[] = [];
  let named = 0;
  for (const [index, { row, line }] of (await parseCsv(text, separator)).entries()) {
    if (index % LINES_AT_ONCE === 0) await setImmediate();
    const tracking = trackingNumber(row[columns.tracking] ?? '');
    if (index === header) named = lastFilled(row);
    if (index <= header || tracking === '') continue; // sums and remarks have no tracking number
    refuseShortened(tracking, line);
    if (header >= 0 && lastFilled(row) > named) throw tooWide(line);
    const cell = header < 0 ? amountOf(row, separator) : (row[columns.amount] ?? '');
    const written = cellText(cell).slice(0, 40);
    lines.push({ line, tracking_number: tracking, amount: readAmount(written), written });
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

type Layout = {
  separator: string;
  /** The row of the names; -1 if the list begins at once. */
  header: number;
  columns: Columns | null;
  /** The first rows. */
  rows: string[][];
};

/** Tries every separator: amounts contain commas and quoted texts semicolons, so the most frequent sign may be neither. */
async function layoutOf(text: string): Promise<Layout> {
  const beginning = text.slice(0, 5_000);
  const separators = [';', '\t', '|', ','].sort(
    (one, other) => count(beginning, other) - count(beginning, one),
  );
  const tried: { separator: string; rows: string[][] }[] = [];
  for (const separator of separators) {
    const rows = await firstRows(text, separator);
    const found = findColumns(rows);
    if (found) return { separator, rows, ...found };
    tried.push({ separator, rows });
  }
  const plain = tried.find(
    ({ rows, separator }) => rows.length > 0 && rows.every((row) => isLine(row, separator)),
  );
  if (plain) return { ...plain, header: -1, columns: { tracking: 0, amount: 1, reference: null } };
  const [best] = tried.sort((one, other) => width(other.rows) - width(one.rows));
  return { separator: ',', rows: [], ...best, header: -1, columns: null };
}

/** Whether a row is a line of a list without a header: first the tracking number, then the amount. */
function isLine(row: readonly string[], separator: string): boolean {
  const number = trackingNumber(row[0] ?? '');
  const isNumber = /^[\w-]{4,40}$/.test(number) || isShortened(number);
  return isNumber && readAmount(amountOf(row, separator)) !== null;
}

/** What follows the tracking number in a list without a header: commas between thousands have cut it in parts. */
const amountOf = (row: readonly string[], separator: string): string =>
  row.slice(1, Math.max(2, lastFilled(row))).join(separator);

/** The number of cells up to the last that is not empty. */
const lastFilled = (row: readonly string[]): number => row.findLastIndex((cell) => cell !== '') + 1;

/** More cells than names: which of them is the amount would be a guess, and '2,628' would be posted as 2. */
function tooWide(line: number): AppError {
  return unreadable(
    `Line ${line} has more cells than there are names of columns. Write amounts in quotation marks or without commas, and name every column.`,
  );
}

/** In how many columns most rows agree, if these are more than one. */
function width(rows: readonly string[][]): number {
  return Math.max(0, ...rows.map((row) => row.filter((cell) => cell !== '').length));
}

/** The first of the rows with the most names. */
const longest = (rows: readonly string[][]): number =>
  Math.max(
    0,
    rows.findIndex((row) => width([row]) === width(rows)),
  );

function unknownColumns(rows: readonly string[][]): AppError {
  const names = rows[longest(rows)]?.filter((name) => name !== '').slice(0, 12);
  return unreadable(
    `There must be one column named like AWB or Tracking number, and one like COD Amount.${
      names?.length ? ` The first line has: ${names.join(', ').slice(0, 200)}.` : ''
    } Rename them in the file.`,
  );
}

/**
 * Refuses a long number that a spreadsheet has written in scientific notation: its last digits are lost, so several
 * numbers may look the same.
 *
 * @throws AppError invalid_input
 */
function refuseShortened(tracking: string, line: number): void {
  if (!isShortened(tracking)) return;
  throw unreadable(
    `Line ${line} has ${tracking} for a tracking number: the spreadsheet has shortened it. Format the column as text, then save the file once more.`,
  );
}

/** The number as it is stored: upper case, without spaces, and without the .0 of a spreadsheet's number. */
function trackingNumber(written: string): string {
  const text = cellText(written);
  const { numbers, rest } = takeOrderNumbers(text);
  // Not one that is a part of a longer number, such as 'AP 123 456 789 IN' of the post.
  const order = numbers.length === 1 && !/[\p{L}\p{N}]/u.test(rest) ? numbers[0] : undefined;
  const number = text.replace(/\s/g, '').toUpperCase();
  return (order ?? number.replace(/^(\d+)\.0+$/, '$1')).slice(0, 40);
}
