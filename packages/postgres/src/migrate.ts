import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { lockTimedOut, serializationFailed } from './error-codes.ts';
import { LOCK_HELD, withLockTimeout } from './lock-timeout.ts';
import { inTransaction } from './with-client.ts';

/** This code's migrations cannot be applied to this database; the message says why and how to fix it. */
export class MigrationRefusedError extends Error {
  override name = 'MigrationRefusedError';
}

/** What makes an application's tables and functions. */
export type Schema = {
  /** Folders of the files that a new database begins with, in the order of their names across all folders. */
  baseline: readonly string[];
  /** Folders of the numbered files that change a database's tables since, likewise. */
  migrations: readonly string[];
  /** The last of the files that made the baseline's tables before the baseline did. A database that has it is taken on. */
  formerly?: string;
};

/** Told once when a migration has to wait. */
export type WaitLog = { warn(fields: object, message: string): void };

type Migration = {
  name: string;
  sql: string;
  sha256: string;
  /** Applied again under each revision: functions, triggers, policies, grants. */
  repeatable: boolean;
};

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
 * Brings a database to this code's schema, one transaction per file: the baseline, then the migrations, each once. A file of
 * the baseline may have a line `-- Revision 2 …`: what follows that line is applied after all migrations, and once more
 * under each higher revision, so it must bear repetition (`create or replace`). One that begins with that line has its
 * tables in a migration. Safe to run from any number of processes at
 * once: the others wait and then find nothing to do. Where there is nothing to do it takes no lock.
 *
 * With `through`, applies files only up to that name, and no revisions: a restore needs the tables of the backup's version.
 *
 * @returns the names applied now; those of revisions are `23-products.sql revision 2`.
 *
 * @throws MigrationRefusedError before any change, when an applied file has changed, when the database has migrations or
 * revisions that this code lacks (it is newer), when it was not brought to the `formerly` last file, or when a new file
 * sorts before an applied one; and when somebody keeps a lock for all retries, with nothing of that file applied.
 *
 * @throws Error naming the file whose SQL failed, with PostgreSQL's error as its cause; nothing of that file is
 * applied.
 */
export async function migrate(
  connection: pg.ClientConfig,
  schema: Schema,
  {
    through,
    retry = DEFAULT_RETRY,
    log,
  }: { through?: string; retry?: RetryOptions; log?: WaitLog } = {},
): Promise<string[]> {
  const files = await readMigrations(schema);
  const { formerly } = schema;
  const end = through === undefined ? files.length : position(files, through) + 1;
  return withLockTimeout(connection, { purpose: 'migrations' }, async (client) => {
    await createAppliedMigrations(client);
    const applied: string[] = [];
    for (;;) {
      const recorded = await readApplied(client);
      if (formerly !== undefined && recorded.has(formerly)) {
        const baseline = await readBaseline(schema);
        const names = baseline.map(({ name }) => name);
        await withRetries(names, retry, log, () =>
          takeOn(client, formerly, baseline, retry.lockMs),
        );
        continue;
      }
      const outstanding = findOutstanding(files, recorded, formerly);
      const [next] = outstanding;
      if (!next || files.indexOf(next) >= end) return applied;
      // Revisions together: a function of one file may call those of another.
      const together = next.repeatable ? outstanding : [next];
      const names = together.map(({ name }) => name);
      if (await withRetries(names, retry, log, () => apply(client, together, retry.lockMs)))
        applied.push(...names);
    }
  });
}

/**
 * What this code applies, in its order: the baseline, the migrations, the revisions. A file may move to another folder:
 * `applied_migrations` has it by its name.
 */
export async function readMigrations({ baseline, migrations }: Schema): Promise<Migration[]> {
  const [begun, changes] = await Promise.all([readFolders(baseline), readFolders(migrations)]);
  const parts = begun.map(({ name, sql }) => {
    const [tables = '', revision, rest = ''] = sql.split(REVISION);
    return {
      // None where the migrations have made its tables.
      once: tables === '' ? [] : [migration(name, tables)],
      repeatable: revision ? [migration(`${name} revision ${revision}`, rest, true)] : [],
    };
  });
  return [
    ...parts.flatMap(({ once }) => once),
    ...changes.map(({ name, sql }) => migration(name, sql)),
    ...parts.flatMap(({ repeatable }) => repeatable),
  ];
}

/** The files of the baseline, without their revisions. */
export async function readBaseline({ baseline }: Schema): Promise<Migration[]> {
  const files = await readMigrations({ baseline, migrations: [] });
  return files.filter(({ repeatable }) => !repeatable);
}

/** The line that begins the second part of a file. */
const REVISION = /^-- Revision (\d+)\b.*$/m;

function migration(name: string, sql: string, repeatable = false): Migration {
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex'), repeatable };
}

async function readFolders(folders: readonly string[]): Promise<{ name: string; sql: string }[]> {
  const found = await Promise.all(folders.map(readFolder));
  return found.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function readFolder(folder: string): Promise<{ name: string; sql: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  return Promise.all(
    names.map(async (name) => {
      // A checkout with Windows line ends contains the same migration.
      const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql };
    }),
  );
}

function position(files: Migration[], name: string): number {
  return files.findIndex((file) => file.name === name);
}

/** Under a lock: where two processes create a table at once, `if not exists` lets the second one fail. */
async function createAppliedMigrations(client: pg.Client): Promise<void> {
  await client.query(`
    begin;
    select pg_advisory_xact_lock(hashtext('applied_migrations'));
    create table if not exists public.applied_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    );
    commit`);
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from public.applied_migrations',
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** @throws MigrationRefusedError as `migrate`. */
function findOutstanding(
  files: Migration[],
  applied: Map<string, string>,
  formerly: string | undefined,
): Migration[] {
  const names = new Set(files.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !names.has(name) && !isFormer(name, names));
  if (formerly !== undefined && unknown.some((name) => name < formerly)) {
    throw new MigrationRefusedError(
      `The database was made by an earlier version, and lacks ${formerly}. Make a backup, and start the last version that ` +
        'has this file once on it, then this one.',
    );
  }
  refuseNewer(unknown);
  const changed = files.filter(
    ({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256,
  );
  if (changed.length > 0) {
    throw new MigrationRefusedError(
      `${changed.map(({ name }) => name).join(', ')} changed after being applied. ` +
        'Raise the number of a revision; put anything else back as it was and write what is new into a further file.',
    );
  }
  const outstanding = files.filter(({ name }) => !applied.has(name));
  const last = files.findLast(({ name, repeatable }) => !repeatable && applied.has(name));
  const late = outstanding.filter((file) => last && files.indexOf(file) < files.indexOf(last));
  if (late.length > 0) {
    throw new MigrationRefusedError(
      `${late.map(({ name }) => name).join(', ')} would run after ${last?.name}, which is applied already. ` +
        'Give it a later number.',
    );
  }
  return outstanding;
}

function refuseNewer(unknown: string[]): void {
  if (unknown.length === 0) return;
  throw new MigrationRefusedError(
    `The database is newer than this code: it has ${unknown.sort().join(', ')}. Start the newer version.`,
  );
}

/** `23-products.sql` of `23-products.sql revision 2`. */
function fileOf(name: string): string {
  return name.replace(/ revision \d+$/, '');
}

/** Whether `applied` is a lower revision of what this code has. */
function isFormer(applied: string, names: ReadonlySet<string>): boolean {
  const [, file = '', revision] = /^(.+) revision (\d+)$/.exec(applied) ?? [];
  const ours = [...names].find((name) => name.startsWith(`${file} revision `));
  return file !== '' && Number(ours?.split(' ').at(-1)) > Number(revision);
}

/** Work with the migrations' lock, tried until it is not kept waiting. */
async function withRetries(
  names: string[],
  retry: RetryOptions,
  log: WaitLog | undefined,
  work: () => Promise<boolean>,
): Promise<boolean> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof Error) || !mayWork(cause.cause)) throw cause;
      if (tried >= retry.tries) {
        const reason = `Nothing of ${names.join(', ')} was applied, because ${LOCK_HELD}`;
        throw new MigrationRefusedError(`${reason} It may be a backup.`, { cause });
      }
      if (tried === 1) log?.warn({ names }, 'migrations wait for a lock that somebody else holds');
      await sleep(retry.pauseMs);
    }
  }
}

/** Whether the same file may be applied later: somebody kept a lock, or waited for one of ours. */
function mayWork(error: unknown): boolean {
  return lockTimedOut(error) || serializationFailed(error);
}

/** False when another process has applied one of them meanwhile. */
async function apply(client: pg.Client, migrations: Migration[], lockMs: number): Promise<boolean> {
  return inTransaction(client, async () => {
    await lock(client, lockMs);
    const applied = await readApplied(client);
    if (migrations.some(({ name }) => applied.has(name))) return false;
    for (const { name, sql, sha256 } of migrations) {
      await client.query(sql).catch((cause) => {
        throw new Error(`Migration ${name} failed: ${cause.message}`, { cause });
      });
      await record(client, name, sha256);
    }
    return true;
  });
}

/**
 * Records the baseline as applied in place of the files that made its tables before. False when another process has done
 * so meanwhile.
 *
 * @throws MigrationRefusedError when the database has a file after the last one that this code knows of.
 */
async function takeOn(
  client: pg.Client,
  formerly: string,
  baseline: Migration[],
  lockMs: number,
): Promise<boolean> {
  return inTransaction(client, async () => {
    await lock(client, lockMs);
    const applied = [...(await readApplied(client)).keys()];
    if (!applied.includes(formerly)) return false;
    const names = baseline.map(({ name }) => name);
    refuseNewer(applied.filter((name) => name > formerly && !names.includes(fileOf(name))));
    await client.query('delete from public.applied_migrations');
    for (const { name, sha256 } of baseline) await record(client, name, sha256);
    return true;
  });
}

async function lock(client: pg.Client, lockMs: number): Promise<void> {
  // Functions may name what later files create.
  const settings = `set local lock_timeout = ${lockMs}; set local check_function_bodies = off`;
  await client.query(`${settings}; ${MIGRATION_LOCK}`).catch((cause) => {
    throw new Error(cause.message, { cause });
  });
}

async function record(client: pg.Client, name: string, sha256: string): Promise<void> {
  await client.query('insert into public.applied_migrations (name, sha256) values ($1, $2)', [
    name,
    sha256,
  ]);
}
