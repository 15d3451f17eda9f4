import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

/*
 * A backup is one gzip file of text, so that `zcat` shows it and any PostgreSQL can take it:
 *   {header}                                      one line of JSON
 *   {"table":"orders","columns":["id",…]}         for each table, in an order that satisfies foreign keys,
 *   its rows as COPY writes them, one a line
 *   \.
 *   {trailer}                                     the last line: a file without it is cut off
 */

/** An error that the operator can fix; print only its message. */
export class BackupRefusedError extends Error {
  override name = 'BackupRefusedError';
}

export const BackupHeader = z.object({
  /** `<application>-backup` */
  format: z.string(),
  version: z.literal(1),
  made_at: z.string(),
  server_version: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

export const TableHeader = z.object({ table: z.string(), columns: z.array(z.string()) });
export type TableHeader = z.infer<typeof TableHeader>;

export const BackupTrailer = z.object({
  rows: z.record(z.string(), z.number()),
  sequences: z.record(z.string(), z.string()),
  /** The application reads them and queues them again. */
  jobs: z.array(z.record(z.string(), z.unknown())),
});
export type BackupTrailer = z.infer<typeof BackupTrailer>;

/** Fixes the text format of values and names, whatever the settings of the server or of the owner's role. */
export const PLAIN_TEXT = `
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local search_path = ''`;

export const END_OF_ROWS = '\\.\n';
const END = Buffer.from(END_OF_ROWS);
const NEWLINE = 10;

export function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Reads one table's rows, each a line with its end; returns their number. */
type TakeTable = (table: TableHeader, rows: AsyncGenerator<Buffer>) => Promise<number>;

/**
 * Reads a backup from beginning to end and checks that it is complete: gzip's checksum, the trailer, and the
 * number of rows of each table. By default it only counts the rows.
 *
 * @throws Error when the file is not a backup, is incomplete or damaged.
 */
export async function readBackup(
  file: string,
  application: string,
  take: TakeTable = countRows,
): Promise<{ header: BackupHeader; trailer: BackupTrailer }> {
  const lines = linesOf(pipeline(createReadStream(file), createGunzip(), () => {}));
  const header = BackupHeader.parse(await nextJson(lines));
  if (header.format !== `${application}-backup`) throw new Error(`It is a ${header.format}`);
  const taken: Record<string, number> = {};
  for (;;) {
    const value = await nextJson(lines);
    const table = TableHeader.safeParse(value);
    if (!table.success) return { header, trailer: checked(BackupTrailer.parse(value), taken) };
    taken[table.data.table] = await take(table.data, rowsOf(lines));
  }
}

function checked(trailer: BackupTrailer, taken: Record<string, number>): BackupTrailer {
  const wrong = Object.entries(trailer.rows).find(([table, count]) => taken[table] !== count);
  if (wrong) throw new Error(`${wrong[0]} has ${taken[wrong[0]]} rows instead of ${wrong[1]}`);
  return trailer;
}

/** Splits only at \n: rows may contain other characters that some programs treat as line ends. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    const text = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, from)) {
      yield text.subarray(from, end + 1);
      from = end + 1;
    }
    rest = text.subarray(from);
  }
}

async function nextJson(lines: AsyncGenerator<Buffer>): Promise<unknown> {
  const { value, done } = await lines.next();
  if (done) throw new Error('The file ends too early');
  return JSON.parse(value.toString('utf8'));
}

async function* rowsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error('The file ends too early');
    if (value.equals(END)) return;
    yield value;
  }
}

async function countRows(_: TableHeader, rows: AsyncGenerator<Buffer>): Promise<number> {
  let count = 0;
  for await (const _row of rows) count++;
  return count;
}
