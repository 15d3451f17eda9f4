import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { inTransaction } from '#postgres/in-transaction.ts';
import { migrate, readMigrations } from '#postgres/migrate.ts';
import { withClient } from '#postgres/with-client.ts';
import {
  BackupRefused,
  type Closing,
  type Heading,
  PLAIN_TEXT,
  readBackup,
  type TableHeading,
} from './backup-file.ts';
import { isEmpty, storedTables } from './stored-tables.ts';

export type RestoreOptions = {
  /** As in BackupOptions. */
  application: string;
  excludeSchemas: string[];
  /** The folders with this version's migrations. */
  migrations: readonly string[];
  /** Creates what migrations do not, for example the queue's tables. Runs after them. */
  setUp(owner: pg.ClientConfig): Promise<void>;
  /**
   * How many numbers of a sequence are left out: those that were given out after the backup, to people who keep them, must
   * not be given out again.
   */
  skipNumbers: Record<string, number>;
  /** Queues the backup's jobs again, in the transaction of `client`. */
  queueJobs(client: pg.ClientBase, jobs: object[]): Promise<void>;
  /** Checks what triggers would have checked: they are off while rows are loaded. Throws where a rule is broken. */
  checkRows(client: pg.ClientBase): Promise<void>;
};

/**
 * Loads a backup into an empty database, of any supported PostgreSQL version: migrates to the backup's level, loads the
 * rows, applies the newer files in `migrations`, and queues the jobs.
 *
 * @throws BackupRefused, without changes, when the file is not a complete backup, was made by a newer version of the
 * application, or the database is not empty. Error, with its cause, when anything else fails: the database is of no use
 * then, and the message says what to do.
 */
export async function restoreBackup(
  owner: pg.ClientConfig,
  file: string,
  options: RestoreOptions,
): Promise<{ heading: Heading; closing: Closing }> {
  const { heading } = await readBackup(file, options.application).catch((cause: Error) => {
    throw new BackupRefused(`${file} is not a whole backup: ${cause.message}`, {
      cause,
    });
  });
  await checkLevel(heading, options.migrations);
  return withClient(owner, async (client) => {
    if (!(await isEmpty(client))) {
      throw new BackupRefused('The database is not empty. Restore into a new one.');
    }
    const closing = await fill(owner, client, file, heading, options).catch((cause) => {
      throw new Error(
        `The restore failed and left the database unfinished: drop it, and restore into a new one. ${cause.message}`,
        { cause },
      );
    });
    return { heading, closing };
  });
}

async function fill(
  owner: pg.ClientConfig,
  client: pg.Client,
  file: string,
  heading: Heading,
  options: RestoreOptions,
): Promise<Closing> {
  const { migrations, setUp, skipNumbers, queueJobs } = options;
  await migrate(owner, migrations, { through: heading.migrations.at(-1)?.name });
  const closing = await load(client, file, options);
  await migrate(owner, migrations); // setUp expects today's roles and tables
  await setUp(owner);
  await inTransaction(client, async () => {
    for (const [sequence, count] of Object.entries(skipNumbers)) {
      const skip = 'select setval($1::regclass, nextval($1::regclass) + $2)';
      await client.query(skip, [sequence, count]);
    }
    await queueJobs(client, closing.jobs);
  });
  await client.query('analyze');
  return closing;
}

async function checkLevel(heading: Heading, folders: readonly string[]): Promise<void> {
  const ours = new Map((await readMigrations(folders)).map(({ name, sha256 }) => [name, sha256]));
  const unknown = heading.migrations.filter(({ name, sha256 }) => ours.get(name) !== sha256);
  if (unknown.length === 0) return;
  throw new BackupRefused(
    `The backup was made by another version: this one does not have ${unknown
      .map(({ name }) => name)
      .join(', ')} as it was then. Restore with the version that made it, then update.`,
  );
}

async function load(
  client: pg.Client,
  file: string,
  { application, excludeSchemas, checkRows }: RestoreOptions,
): Promise<Closing> {
  return inTransaction(client, async () => {
    await client.query(PLAIN_TEXT);
    const tables = (await storedTables(client, excludeSchemas)).map(({ name }) => name);
    // Delete the rows that migrations inserted, and disable our triggers, because the rows of the backup are already
    // correct.
    await client.query(`truncate ${tables.join(', ')}`);
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    const { closing } = await readBackup(file, application, (table, rows) =>
      loadTable(client, table, rows),
    );
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await checkRows(client);
    for (const [sequence, value] of Object.entries(closing.sequences)) {
      await client.query('select setval($1::regclass, $2)', [sequence, value]);
    }
    return closing;
  });
}

async function loadTable(
  client: pg.Client,
  { table, columns }: TableHeading,
  rows: AsyncGenerator<Buffer>,
): Promise<number> {
  const copy = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(rows), copy);
  return copy.rowCount;
}
