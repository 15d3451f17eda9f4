import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withLockTimeout } from '#postgres/lock-timeout.ts';
import { NO_MIGRATIONS } from '#postgres/migrate.ts';
import { BackupRefusedError, END_OF_ROWS, line, PLAIN_TEXT } from './backup-file.ts';
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
 * does not exist. Migrations wait for it; a program that has none to apply starts meanwhile.
 *
 * Not included: roles (migrations make them) and their passwords; unlogged tables; secrets stored elsewhere.
 *
 * @returns the number of rows of each table. @throws BackupRefusedError when the file exists or the database has never been
 * migrated.
 */
export async function makeBackup(
  owner: pg.ClientConfig,
  file: string,
  options: BackupOptions,
): Promise<Record<string, number>> {
  if (existsSync(file))
    throw new BackupRefusedError(`${file} exists already; choose another name.`);
  const unfinished = `${file}.unfinished`;
  const rows: Record<string, number> = {};
  try {
    return await withLockTimeout(owner, { purpose: 'backup' }, async (client) => {
      await beginWithLocks(client, options.excludeSchemas);
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

/**
 * Begins a transaction that has locked every table before its snapshot, which PostgreSQL takes with the first query after
 * LOCK. For an older snapshot a table that ALTER TABLE has rewritten since is empty.
 *
 * No migration begins until the backup is made.
 */
async function beginWithLocks(client: pg.Client, excludeSchemas: string[]): Promise<void> {
  const names = (await storedTables(client, excludeSchemas)).map(({ name }) => name);
  await client.query('begin isolation level repeatable read read only');
  await client.query(NO_MIGRATIONS).catch((cause) => {
    throw cause.code === UNDEFINED_TABLE ? nothingToBackUp(cause) : cause;
  });
  await client.query(`lock table ${names.join(', ')} in access share mode`);
}

const UNDEFINED_TABLE = '42P01';

function nothingToBackUp(cause: unknown): BackupRefusedError {
  return new BackupRefusedError(
    'There is nothing in this database yet: start the application once.',
    { cause },
  );
}

async function* contents(
  client: pg.Client,
  rows: Record<string, number>,
  { application, excludeSchemas, readJobs }: BackupOptions,
): AsyncGenerator<string | Buffer> {
  yield line(await header(client, application));
  const jobs = await jobsOf(client, readJobs);
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
    jobs,
  });
}

/** Read first, and without keeping a lock: an update of the queue, which may rewrite its tables, waits for nobody. */
async function jobsOf(client: pg.Client, readJobs: BackupOptions['readJobs']): Promise<object[]> {
  await client.query('savepoint before_jobs');
  const jobs = await readJobs(client);
  await client.query('rollback to savepoint before_jobs');
  return jobs;
}

async function header(client: pg.Client, application: string) {
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from public.applied_migrations order by name',
  );
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
