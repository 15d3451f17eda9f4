import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from '#postgres/with-client.ts';
import { BackupRefused, END_OF_ROWS, line, PLAIN_TEXT } from './backup-file.ts';
import { sequenceValues, storedTables } from './stored-tables.ts';

export type BackupOptions = {
  /** The name of the application: only it can restore its backups. */
  application: string;
  /** Schemas whose tables are left out. */
  excludeSchemas: string[];
  /** The unfinished jobs of the queue whose schema is left out. Read in the backup's own snapshot. */
  readJobs(client: pg.ClientBase): Promise<object[]>;
};

/**
 * Writes a consistent snapshot of the whole database into a new file, while the database is in use: every table as of
 * the same moment, the sequences, and the unfinished jobs. Only the file's owner may read it. The file is complete or
 * does not exist.
 *
 * Not included: roles (migrations make them) and their passwords; unlogged tables; secrets stored elsewhere.
 *
 * @returns the number of rows of each table. @throws BackupRefused when the file exists or the database has never been
 * migrated.
 */
export async function makeBackup(
  owner: pg.ClientConfig,
  file: string,
  options: BackupOptions,
): Promise<Record<string, number>> {
  if (existsSync(file)) throw new BackupRefused(`${file} exists already; choose another name.`);
  const unfinished = `${file}.unfinished`;
  const rows: Record<string, number> = {};
  try {
    return await withClient(owner, async (client) => {
      await client.query('begin isolation level repeatable read read only');
      await client.query('set local row_security = off'); // fail rather than leave out rows
      await client.query(PLAIN_TEXT);
      const target = createWriteStream(unfinished, { mode: 0o600, flush: true });
      await pipeline(Readable.from(contents(client, rows, options)), createGzip(), target);
      await rename(unfinished, file);
      return rows;
    });
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function* contents(
  client: pg.Client,
  rows: Record<string, number>,
  { application, excludeSchemas, readJobs }: BackupOptions,
): AsyncGenerator<string | Buffer> {
  yield line(await heading(client, application));
  for (const { name, columns } of await storedTables(client, excludeSchemas)) {
    yield line({ table: name, columns });
    const copy = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`));
    yield* copy;
    yield END_OF_ROWS;
    rows[name] = copy.rowCount;
  }
  yield line({
    rows,
    sequences: await sequenceValues(client, excludeSchemas),
    jobs: await readJobs(client),
  });
}

async function heading(client: pg.Client, application: string) {
  const { rows: migrations } = await client
    .query<{ name: string; sha256: string }>(
      'select name, sha256 from public.applied_migrations order by name',
    )
    .catch((cause) => {
      throw new BackupRefused(
        'There is nothing in this database yet: start the application once.',
        { cause },
      );
    });
  const { rows } = await client.query<{ version: string; now: string }>(
    `select current_setting('server_version') as version, now()::text as now`,
  );
  return {
    format: `${application}-backup`,
    version: 1 as const,
    made_at: rows[0]?.now ?? '',
    server_version: rows[0]?.version ?? '',
    migrations,
  };
}
