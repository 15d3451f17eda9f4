import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { AppError } from '#contract/errors.ts';

/** A row and the line of the file where it ends. */
export type CsvRecord = { row: string[]; line: number };

/** Couriers put titles above the header row. */
export const MAX_HEADER_ROW = 30;

export const MAX_LIST_LINES = 10_000;
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
 * All rows of a file. It may have more than `mostLines`, because lists have titles above and sums below.
 *
 * @throws AppError invalid_input for a file with too many rows or cells, an endless row or a quotation mark without end.
 */
export async function parseCsv(
  text: string,
  separator: string,
  mostLines = MAX_LIST_LINES,
): Promise<CsvRecord[]> {
  const most = mostLines + MAX_HEADER_ROW;
  const records: CsvRecord[] = [];
  await addRows(records, text, separator, most).catch((error: unknown) => {
    if (records.length <= most) throw notParsed(error, records.at(-1)?.line ?? 0);
  });
  // Counts lines without a number, too. Otherwise lines after the last parsed one would be dropped without an error.
  if (records.length > most) {
    throw unreadable(`There are more than ${mostLines.toLocaleString('en-IN')} lines.`);
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

/**
 * Decodes a file that a courier's program or a spreadsheet wrote in UTF-8, UTF-16 or Windows-1252.
 *
 * @throws AppError invalid_input for a spreadsheet, a picture or any other binary file.
 */
export async function decodeFile(bytes: Uint8Array): Promise<string> {
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)) {
    throw unreadable('This is a spreadsheet. Save it as CSV first, then choose that file.');
  }
  const text = await decode(bytes);
  // A list has no control characters but tabs and line ends.
  if (/[^\P{Cc}\t\r\n\u0080-\u009f]/u.test(text)) throw unreadable('This is not a CSV file.');
  return text;
}

async function decode(bytes: Uint8Array): Promise<string> {
  const [first, second] = bytes;
  // A byte order mark, or a letter of two bytes. The decoders remove the mark.
  if ((first === 0xff && second === 0xfe) || second === 0) return decodeAs('utf-16le', bytes);
  if ((first === 0xfe && second === 0xff) || first === 0) return decodeAs('utf-16be', bytes);
  return decodeAs(isUtf8(bytes) ? 'utf-8' : 'windows-1252', bytes);
}

/** What is decoded in one go, in bytes: other requests are served between, because 2 MB may take 40 ms. */
const DECODED_AT_ONCE = 250_000;

async function decodeAs(encoding: string, bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder(encoding);
  let text = '';
  for (let at = 0; at < bytes.length; at += DECODED_AT_ONCE) {
    text += decoder.decode(bytes.subarray(at, at + DECODED_AT_ONCE), { stream: true });
    await setImmediate();
  }
  return text + decoder.decode();
}

/** The error, with its message also at the field of the form. */
export function unreadable(message: string): AppError {
  return new AppError('invalid_input', { message, fields: { file: message } });
}
