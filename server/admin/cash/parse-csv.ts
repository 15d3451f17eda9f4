import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { MAX_HEADER_ROW } from './columns.ts';
import { unreadable } from './decode.ts';

/** A row and the line of the file where it ends. */
export type CsvRecord = { row: string[]; line: number };

export const MAX_LIST_LINES = 10_000;
/** More rows than lines, because lists have titles above and sums below. */
const MAX_RECORDS = MAX_LIST_LINES + MAX_HEADER_ROW;
/** Of 10,000 lines of 60 columns. The widest list that is known has 34. */
const MAX_CELLS = 600_000;
const MAX_RECORD_BYTES = 20_000;
/** What is parsed in one go, in bytes: 5 ms at the slowest, which are commas and blanks. */
const SLICE = 4_096;

const options = (separator: string, onRecord: (record: CsvRecord) => void): Options => ({
  bom: true,
  delimiter: separator,
  max_record_size: MAX_RECORD_BYTES,
  on_record: (row: string[], { lines }) => {
    onRecord({ row, line: lines });
    return null;
  },
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
});

/** The first rows of a file, as this separator cuts them; the ones before the first that it cannot cut. */
export async function firstRows(text: string, separator: string): Promise<string[][]> {
  const records: CsvRecord[] = [];
  // Another separator may fit, and the whole file is parsed with the one that does.
  await addRows(records, text, separator, MAX_HEADER_ROW).catch(() => {});
  return records.slice(0, MAX_HEADER_ROW).map(({ row }) => row);
}

/**
 * All rows of a file.
 *
 * @throws AppError invalid_input for a file with too many rows or cells, an endless row or a quotation mark without end.
 */
export async function parseCsv(text: string, separator: string): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  await addRows(records, text, separator, MAX_RECORDS).catch((error: unknown) => {
    if (records.length <= MAX_RECORDS) throw notParsed(error, records.at(-1)?.line ?? 0);
  });
  // Counts lines without a number, too. Otherwise lines after the last parsed one would be dropped without an error.
  if (records.length > MAX_RECORDS) {
    throw unreadable(`There are more than ${MAX_LIST_LINES.toLocaleString('en-IN')} lines.`);
  }
  return records;
}

/** Parses until there are more rows than `limit`. Other requests are served between the slices of the file. */
async function addRows(records: CsvRecord[], text: string, separator: string, limit: number) {
  if (count(text, separator) > MAX_CELLS) throw unreadable('There are too many columns.');
  // To decode a file of 2 MB, and to encode it again, takes some 30 ms each.
  await setImmediate();
  const bytes = Buffer.from(text);
  async function* slices() {
    for (let at = 0; at < bytes.length && records.length <= limit; at += SLICE) {
      yield bytes.subarray(at, at + SLICE);
      await setImmediate();
    }
  }
  const parser = parse(options(separator, (record) => void records.push(record)));
  await finished(Readable.from(slices()).pipe(parser.resume()));
}

function notParsed(error: unknown, read: number): unknown {
  if (!(error instanceof CsvError)) return error;
  return unreadable(
    error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
      ? `After line ${read} a cell does not end: a quotation mark may be missing there.`
      : 'This is not a CSV file.',
  );
}

/** How often a character occurs. */
export function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}
