import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { lockTimedOut, serializationFailed } from './error-codes.ts';
import { inTransaction } from './in-transaction.ts';
import { type Holders, heldBy, type WaitLog, withLockWaits } from './lock-waits.ts';

/** This code's migrations cannot be applied to this database; the message says why and how to fix it. */
export class MigrationRefusedError extends Error {
  override name = 'MigrationRefusedError';
}

type Migration = { name: string; sql: string; sha256: string };

/**
 * Taken by each migration's transaction before anything else, so that one runs at a time, and none while a backup is
 * made, which takes a share of it. It ends with the transaction: a killed process or a pooler cannot leave it behind.
 */
const MIGRATION_LOCK = 'lock table public.applied_migrations in share row exclusive mode';

/** Keeps migrations from beginning, until the end of the transaction. */
export const NO_MIGRATIONS = 'lock table public.applied_migrations in share mode';

/** How long a migration waits for a lock, how long it then pauses for other queries, and how often. */
type RetryOptions = { lockMs: number; pauseMs: number; tries: number };

/**
 * Every query on a table waits behind a migration that waits for it. Requests wait longer than one such wait
 * (connections.ts), so that none fails; in total the migration tries for two minutes.
 */
const DEFAULT_RETRY: RetryOptions = { lockMs: 1_000, pauseMs: 2_000, tries: 40 };

/**
 * Applies the `*.sql` files of `folders` once each, one transaction per file, in the order of their names across all
 * folders. Safe to run from any number of processes at once: the others wait and then find nothing to do. Where there is
 * nothing to do it takes no lock.
 *
 * With `through`, applies files only up to that name: a restore needs the tables of the backup's version.
 *
 * @returns the names applied now.
 *
 * @throws MigrationRefusedError before any change, when an applied file has changed, when the database has migrations that
 * this code lacks (it is newer), or when a new file sorts before an applied one; and when somebody keeps a lock for all
 * retries, with nothing of that file applied.
 *
 * @throws Error naming the file whose SQL failed, with PostgreSQL's error as its cause; nothing of that file is
 * applied.
 */
export async function migrate(
  connection: pg.ClientConfig,
  folders: readonly string[],
  {
    through,
    retry = DEFAULT_RETRY,
    log,
  }: { through?: string; retry?: RetryOptions; log?: WaitLog } = {},
): Promise<string[]> {
  const files = await readMigrations(folders);
  return withLockWaits(connection, { purpose: 'migrations', log }, async (client, holders) => {
    await createAppliedMigrations(client);
    const applied: string[] = [];
    for (;;) {
      const [next] = findOutstanding(files, await readApplied(client));
      if (!next || (through !== undefined && next.name > through)) return applied;
      if (await applyWithRetries(client, next, retry, holders)) applied.push(next.name);
    }
  });
}

/** This code's migrations, in their order. A file may move to another folder: `applied_migrations` has it by its name. */
export async function readMigrations(folders: readonly string[]): Promise<Migration[]> {
  const found = await Promise.all(folders.map(readFolder));
  return found.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function readFolder(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  return Promise.all(
    names.map(async (name) => {
      // A checkout with Windows line ends contains the same migration.
      const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Two processes may create it at once: the second fails, with one of these codes, when the first has committed. */
async function createAppliedMigrations(client: pg.Client): Promise<void> {
  await client
    .query(`
      create table if not exists public.applied_migrations (
        name text primary key,
        sha256 text not null,
        applied_at timestamptz not null default now()
      )`)
    .catch((error) => {
      if (error.code !== '23505' && error.code !== '42P07') throw error;
    });
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from public.applied_migrations',
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** @throws MigrationRefusedError as `migrate`. */
function findOutstanding(files: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Set(files.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name)).sort();
  if (unknown.length > 0) {
    throw new MigrationRefusedError(
      `The database is newer than this code: it has ${unknown.join(', ')}. Start the newer version.`,
    );
  }
  const changed = files.filter(
    ({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256,
  );
  if (changed.length > 0) {
    throw new MigrationRefusedError(
      `${changed.map(({ name }) => name).join(', ')} changed after being applied. ` +
        'Put it back as it was and write what is new into a further file.',
    );
  }
  const last = [...applied.keys()].sort().at(-1) ?? '';
  const outstanding = files.filter(({ name }) => !applied.has(name));
  const late = outstanding.filter(({ name }) => name < last);
  if (late.length > 0) {
    throw new MigrationRefusedError(
      `${late.map(({ name }) => name).join(', ')} would run after ${last}, which is applied already. ` +
        'Give it a later number.',
    );
  }
  return outstanding;
}

/** False when another process has applied it meanwhile. */
async function applyWithRetries(
  client: pg.Client,
  migration: Migration,
  retry: RetryOptions,
  holders: Holders,
): Promise<boolean> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await apply(client, migration, retry.lockMs);
    } catch (cause) {
      if (!(cause instanceof Error) || !mayWork(cause.cause)) throw cause;
      if (tried >= retry.tries) {
        const reason = `Nothing of ${migration.name} was applied, because ${heldBy(holders())}`;
        throw new MigrationRefusedError(`${reason} It may be a backup.`, { cause });
      }
      await sleep(retry.pauseMs);
    }
  }
}

/** Whether the same file may be applied later: somebody kept a lock, or waited for one of ours. */
function mayWork(error: unknown): boolean {
  return lockTimedOut(error) || serializationFailed(error);
}

async function apply(
  client: pg.Client,
  { name, sql, sha256 }: Migration,
  lockMs: number,
): Promise<boolean> {
  try {
    return await inTransaction(client, async () => {
      await client.query(`set local lock_timeout = ${lockMs}; ${MIGRATION_LOCK}`);
      if ((await readApplied(client)).has(name)) return false;
      await client.query(sql);
      await client.query('insert into public.applied_migrations (name, sha256) values ($1, $2)', [
        name,
        sha256,
      ]);
      return true;
    });
  } catch (cause) {
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}
