import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  type Closing,
  type Heading,
  PLAIN_TEXT,
  readBackup,
  type TableHeading,
} from './backup-file.ts';
import { migrate, readMigrations } from './migrate.ts';
import { asOwner, command, fileArgument, OperatorError } from './owner.ts';
import { LEFT_OUT, queueAgain, setUpJobs } from './pending-jobs.ts';
import { isEmpty, storedTables } from './stored-tables.ts';

/**
 * Loads a backup into an empty database, of any PostgreSQL version the shop runs on: migrates to the backup's level,
 * then loads all of it in one transaction. What is newer in `migrations` runs at the next start of the shop.
 *
 * @throws OperatorError, having changed nothing, when the file is not a whole backup, was made by a newer version of
 * the shop, or the database is not empty.
 */
export async function restoreBackup(
  owner: pg.ClientConfig,
  file: string,
  migrations: string,
): Promise<{ heading: Heading; closing: Closing }> {
  const { heading } = await readBackup(file).catch((cause: Error) => {
    throw new OperatorError(`${file} is not a whole backup of this shop: ${cause.message}`, {
      cause,
    });
  });
  await checkLevel(heading, migrations);
  const client = new pg.Client(owner);
  client.on('error', () => {}); // shows as the failure of the query under way
  await client.connect();
  try {
    if (!(await isEmpty(client))) {
      throw new OperatorError(
        'The database is not empty. Restore into a new one (a trial shop: npm run db:reset).',
      );
    }
    await migrate(owner, migrations, { through: heading.migrations.at(-1)?.name });
    await setUpJobs(owner);
    const closing = await load(client, file);
    await client.query('analyze');
    return { heading, closing };
  } finally {
    await client.end();
  }
}

async function checkLevel(heading: Heading, dir: string): Promise<void> {
  const ours = new Map((await readMigrations(dir)).map(({ name, sha256 }) => [name, sha256]));
  const unknown = heading.migrations.filter(({ name, sha256 }) => ours.get(name) !== sha256);
  if (unknown.length === 0) return;
  throw new OperatorError(
    `The backup was made by another version of the shop: this one does not have ${unknown
      .map(({ name }) => name)
      .join(', ')} as it was then. Restore with the version that made it, then update.`,
  );
}

async function load(client: pg.Client, file: string): Promise<Closing> {
  await client.query('begin');
  await client.query(PLAIN_TEXT);
  const tables = (await storedTables(client, LEFT_OUT)).map(({ name }) => name);
  // What migrations have put there goes, and no trigger of ours has a second say in rows that were right already.
  await client.query(`truncate ${tables.join(', ')}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  const { closing } = await readBackup(file, (table, rows) => loadTable(client, table, rows));
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const [sequence, value] of Object.entries(closing.sequences)) {
    await client.query('select setval($1::regclass, $2)', [sequence, value]);
  }
  await queueAgain(client, closing.jobs);
  await client.query('commit');
  return closing;
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

if (import.meta.main) {
  await command(async (settings, args) => {
    const file = fileArgument(args, 'npm run db:restore -- FILE');
    const { heading, closing } = await asOwner(settings, (owner) =>
      restoreBackup(owner, file, path.resolve('db/migrations')),
    );
    const count = Object.values(closing.rows).reduce((sum, n) => sum + n, 0);
    console.log(
      `The shop of ${heading.made_at} is back: ${count} rows, ${closing.jobs.length} jobs to do.`,
    );
  });
}
