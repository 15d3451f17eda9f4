import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { type OsUser, serverEnvironment } from './os-user.ts';

const run = promisify(execFile);

/** The canonical path of the folder. Creates the parent, not the folder. */
export function realPath(dataDir: string): string {
  const dir = path.resolve(dataDir);
  if (existsSync(dir)) return realpathSync(dir);
  mkdirSync(path.dirname(dir), { recursive: true });
  return path.join(realpathSync(path.dirname(dir)), path.basename(dir));
}

/**
 * Runs initdb in a temporary directory beside `dir` and renames that to `dir`: a crash in between leaves no incomplete
 * database, and of several processes that start at once exactly one wins. Encoding, collation and access are fixed, so
 * that they do not depend on the locale of the first process.
 */
export async function createDataDir(
  dir: string,
  binaries: Binaries,
  osUser: OsUser,
  settings: Record<string, string>,
): Promise<void> {
  const temporary = mkdtempSync(`${dir}.init-`);
  await makeDatabase(dir, temporary, binaries, osUser, settings).finally(() => remove(temporary));
}

async function makeDatabase(
  dir: string,
  temporary: string,
  { initdb }: Binaries,
  osUser: OsUser,
  settings: Record<string, string>,
): Promise<void> {
  if (osUser.ids.uid !== undefined && osUser.ids.gid !== undefined) {
    chownSync(temporary, osUser.ids.uid, osUser.ids.gid);
  }
  const durable = settings.fsync !== 'off';
  const [file = initdb, ...before] = [...osUser.commandPrefix, initdb];
  const args = [
    ...['-D', temporary, '-U', 'postgres', '--auth-local=trust', '--auth-host=reject'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...['--no-instructions', ...(durable ? [] : ['--no-sync'])],
  ];
  try {
    await run(file, [...before, ...args], {
      ...osUser.ids,
      cwd: temporary,
      env: serverEnvironment(),
    });
    renameSync(temporary, dir);
    if (durable) await syncFolder(path.dirname(dir));
  } catch (cause) {
    if (holdsDatabase(dir)) return; // another process was first
    throw new Error(`Could not create the database in ${dir}: ${reason(cause)}`, { cause });
  }
}

/** @throws Error when another major version of PostgreSQL wrote the folder, or it has disappeared. */
export function checkDataDir(dir: string, { major }: Binaries): void {
  if (!holdsDatabase(dir)) throw new Error(`The database in ${dir} has disappeared.`);
  chmodSync(dir, 0o700); // PostgreSQL requires it, and a copy of the folder may have other permissions
  const found = readFileSync(path.join(dir, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new Error(
    `${dir} was written by PostgreSQL ${found}, these are the binaries of ${major}. Make a backup with the ` +
      'version that wrote it, move the folder away, and restore the backup.',
  );
}

export function holdsDatabase(dir: string): boolean {
  return existsSync(path.join(dir, 'PG_VERSION'));
}

/** Without it, a power cut may lose the rename itself, and everything written since. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir);
  await folder.sync().finally(() => folder.close());
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if ('code' in cause && cause.code === 'ENOTEMPTY') return 'there are other files in it.';
  if ('code' in cause && (cause.code === 'EBUSY' || cause.code === 'EXDEV')) {
    return 'it is a mounted volume itself; name a folder inside it.';
  }
  return 'stderr' in cause && cause.stderr ? String(cause.stderr) : cause.message;
}
