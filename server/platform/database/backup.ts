import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { END_OF_ROWS, line, PLAIN_TEXT } from './backup-file.ts';
import { asOwner, command, fileArgument, OperatorError } from './owner.ts';
import { LEFT_OUT, readPendingJobs } from './pending-jobs.ts';
import { sequenceValues, storedTables } from './stored-tables.ts';

/**
 * Writes one consistent picture of the whole database into a new file, while the shop goes on: every table as of the
 * same moment, the sequences, and the jobs still to be done. The file holds personal data, so only its owner may read
 * it. It is whole or it is not there.
 *
 * Not in it: AUTH_SECRET, without which nobody can use the signing keys; roles (migrations make them) and their
 * passwords; unlogged tables.
 *
 * @returns the number of rows of each table.
 * @throws OperatorError when the file exists or the database has never been migrated.
 */
export async function makeBackup(
  owner: pg.ClientConfig,
  file: string,
): Promise<Record<string, number>> {
  if (existsSync(file)) throw new OperatorError(`${file} exists already; choose another name.`);
  const client = new pg.Client(owner);
  client.on('error', () => {}); // shows as the failure of the query under way
  await client.connect();
  const unfinished = `${file}.unfinished`;
  const rows: Record<string, number> = {};
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local row_security = off'); // fail rather than leave out rows
    await client.query(PLAIN_TEXT);
    const target = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await pipeline(Readable.from(contents(client, rows)), createGzip(), target);
    await rename(unfinished, file);
    return rows;
  } finally {
    await client.end();
    await rm(unfinished, { force: true });
  }
}

async function* contents(
  client: pg.Client,
  rows: Record<string, number>,
): AsyncGenerator<string | Buffer> {
  yield line(await heading(client));
  for (const { name, columns } of await storedTables(client, LEFT_OUT)) {
    yield line({ table: name, columns });
    const copy = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`));
    yield* copy;
    yield END_OF_ROWS;
    rows[name] = copy.rowCount;
  }
  yield line({
    rows,
    sequences: await sequenceValues(client, LEFT_OUT),
    jobs: await readPendingJobs(client),
  });
}

async function heading(client: pg.Client) {
  const { rows: migrations } = await client
    .query<{ name: string; sha256: string }>(
      'select name, sha256 from public.applied_migrations order by name',
    )
    .catch((cause) => {
      throw new OperatorError('There is no shop in this database yet: start it once.', { cause });
    });
  const { rows } = await client.query<{ version: string; now: string }>(
    `select current_setting('server_version') as version, now()::text as now`,
  );
  return {
    format: 'aparajita-backup' as const,
    version: 1 as const,
    made_at: rows[0]?.now ?? '',
    server_version: rows[0]?.version ?? '',
    migrations,
  };
}

if (import.meta.main) {
  await command(async (settings, args) => {
    const file = fileArgument(args, 'npm run db:backup -- FILE');
    const rows = await asOwner(settings, (owner) => makeBackup(owner, file));
    const count = Object.values(rows).reduce((sum, n) => sum + n, 0);
    console.log(`${file}: ${count} rows of ${Object.keys(rows).length} tables.`);
  });
}
