import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, readBaseline, readMigrations, type Schema } from '#postgres/migrate.ts';
import { inTransaction, withClient } from '#postgres/with-client.ts';
import {
  type BackupHeader,
  BackupRefusedError,
  type BackupTrailer,
  PLAIN_TEXT,
  readBackup,
  type TableHeader,
} from './backup-file.ts';
import { isEmpty, storedTables } from './stored-tables.ts';

export type RestoreOptions = {
  /** As in BackupOptions. */
  application: string;
  excludeSchemas: string[];
  /** This version's. */
  schema: Schema;
  /** Creates what migrations do not, for example the queue's tables. Runs after them. */
  setUp(owner: pg.ClientConfig): Promise<void>;
  /**
   * How many numbers each sequence skips. Numbers given out after the backup, for example in order confirmations, must
   * not be given out again.
   */
  skipNumbers: Record<string, number>;
  /** Queues the backup's jobs again, in the transaction of `client`. */
  queueJobs(client: pg.ClientBase, jobs: object[]): Promise<void>;
  /** Checks what triggers would have checked: they are off while rows are loaded. Throws where a rule is broken. */
  checkRows(client: pg.ClientBase): Promise<void>;
};

/**
 * Loads a backup into an empty database, of any supported PostgreSQL version: applies the migrations that the backup's
 * database had, loads the rows, applies the newer files in `migrations`, and queues the jobs.
 *
 * @throws BackupRefusedError, without changes, when the file is not a complete backup, was made by a newer version of the
 * application, or the database is not empty. Error, with its cause, when anything else fails: the database is unusable
 * then, and the message says what to do.
 */
export async function restoreBackup(
  owner: pg.ClientConfig,
  file: string,
  options: RestoreOptions,
): Promise<{ header: BackupHeader; trailer: BackupTrailer }> {
  const { header } = await readBackup(file, options.application).catch((cause: Error) => {
    throw new BackupRefusedError(`${file} is not a whole backup: ${cause.message}`, {
      cause,
    });
  });
  const through = await lastOf(header, options.schema);
  return withClient(owner, async (client) => {
    if (!(await isEmpty(client))) {
      throw new BackupRefusedError('The database is not empty. Restore into a new one.');
    }
    const trailer = await fillDatabase(owner, client, file, through, options).catch((cause) => {
      throw new Error(
        `The restore failed and left the database unfinished: drop it, and restore into a new one. ${cause.message}`,
        { cause },
      );
    });
    return { header, trailer };
  });
}

async function fillDatabase(
  owner: pg.ClientConfig,
  client: pg.Client,
  file: string,
  through: string,
  options: RestoreOptions,
): Promise<BackupTrailer> {
  const { schema, setUp, skipNumbers, queueJobs } = options;
  await migrate(owner, schema, { through });
  const trailer = await loadRows(client, file, options);
  await migrate(owner, schema); // setUp expects today's roles and tables
  await setUp(owner);
  await inTransaction(client, async () => {
    for (const [sequence, count] of Object.entries(skipNumbers)) {
      const skip = 'select setval($1::regclass, nextval($1::regclass) + $2)';
      await client.query(skip, [sequence, count]);
    }
    await queueJobs(client, trailer.jobs);
  });
  await client.query('analyze');
  return trailer;
}

/**
 * The last file to apply before the backup's rows are loaded: the last migration that its database had, or the last of the
 * baseline. Revisions are of no account: they make no tables.
 *
 * @throws BackupRefusedError for a backup whose tables this version cannot make.
 */
async function lastOf(header: BackupHeader, schema: Schema): Promise<string> {
  const ours = (await readMigrations(schema)).filter(({ repeatable }) => !repeatable);
  const theirs = header.migrations.filter(({ name }) => !/ revision \d+$/.test(name));
  if (theirs.some(({ name }) => name === schema.formerly))
    return (await readBaseline(schema)).at(-1)?.name ?? '';
  const unknown = theirs.filter(
    ({ name, sha256 }) => !ours.some((one) => one.name === name && one.sha256 === sha256),
  );
  if (unknown.length > 0) {
    throw new BackupRefusedError(
      `The backup was made by another version: this one does not have ${unknown
        .map(({ name }) => name)
        .join(', ')} as it was then. Restore with the version that made it, then update.`,
    );
  }
  return ours.findLast(({ name }) => theirs.some((one) => one.name === name))?.name ?? '';
}

async function loadRows(
  client: pg.Client,
  file: string,
  { application, excludeSchemas, checkRows }: RestoreOptions,
): Promise<BackupTrailer> {
  return inTransaction(client, async () => {
    await client.query(PLAIN_TEXT);
    const tables = (await storedTables(client, excludeSchemas)).map(({ name }) => name);
    // Delete the rows that migrations inserted, and disable our triggers, because the rows of the backup are already
    // correct.
    await client.query(`truncate ${tables.join(', ')}`);
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    const { trailer } = await readBackup(file, application, (table, rows) =>
      loadTable(client, table, rows),
    );
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    // The backup's database had them; this one has its tables alone.
    await client.query(`delete from public.applied_migrations where name like '% revision %'`);
    await checkRows(client);
    for (const [sequence, value] of Object.entries(trailer.sequences)) {
      await client.query('select setval($1::regclass, $2)', [sequence, value]);
    }
    return trailer;
  });
}

async function loadTable(
  client: pg.Client,
  { table, columns }: TableHeader,
  rows: AsyncGenerator<Buffer>,
): Promise<number> {
  const copy = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(rows), copy);
  return copy.rowCount;
}
