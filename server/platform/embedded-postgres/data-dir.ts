import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Account, serverEnvironment } from './account.ts';
import type { Binaries } from './binaries.ts';

const run = promisify(execFile);

/** One name for the folder, whichever way a process spells it. Creates the parent, not the folder. */
export function realPath(dataDir: string): string {
  const dir = path.resolve(dataDir);
  if (existsSync(dir)) return realpathSync(dir);
  mkdirSync(path.dirname(dir), { recursive: true });
  return path.join(realpathSync(path.dirname(dir)), path.basename(dir));
}

/**
 * Runs initdb in a folder of its own and renames that into place: a crash half way leaves no half database behind,
 * and of several processes starting at once exactly one wins. Encoding, collation and access are spelled out, so
 * that they do not depend on the LANG of whoever starts first.
 */
export async function createDataDir(
  dir: string,
  { initdb }: Binaries,
  account: Account,
  settings: Record<string, string>,
): Promise<void> {
  if (holdsDatabase(dir)) return;
  removeAbandoned(dir);
  const draft = `${dir}.init-${process.pid}`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  if (account.ids.uid !== undefined && account.ids.gid !== undefined) {
    chownSync(draft, account.ids.uid, account.ids.gid);
  }
  const [file = initdb, ...before] = [...account.command, initdb];
  const args = [
    ...['-D', draft, '-U', 'postgres', '--auth-local=trust', '--auth-host=reject'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...['--no-instructions', ...(settings.fsync === 'off' ? ['--no-sync'] : [])],
  ];
  try {
    await run(file, [...before, ...args], { ...account.ids, cwd: draft, env: serverEnvironment() });
    renameSync(draft, dir);
    await syncFolder(path.dirname(dir));
  } catch (cause) {
    if (holdsDatabase(dir)) return; // another process was first
    throw new Error(`Could not create the database in ${dir}: ${reason(cause)}`, { cause });
  } finally {
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @throws Error when another major version of PostgreSQL wrote the folder. */
export function checkDataDir(dir: string, { major }: Binaries): void {
  chmodSync(dir, 0o700); // PostgreSQL insists, and a copy of the folder may have come out more open
  const found = readFileSync(path.join(dir, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new Error(
    `${dir} was written by PostgreSQL ${found}, this version of the shop brings ${major}. Make a backup with the ` +
      'version that wrote it (npm run db:backup -- FILE), move the folder away, and npm run db:restore -- FILE.',
  );
}

function holdsDatabase(dir: string): boolean {
  return existsSync(path.join(dir, 'PG_VERSION'));
}

/** Drafts of processes that were killed while they made one. */
function removeAbandoned(dir: string): void {
  const prefix = `${path.basename(dir)}.init-`;
  for (const name of readdirSync(path.dirname(dir))) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue;
    try {
      rmSync(path.join(path.dirname(dir), name), { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // An initdb that outlived its parent still writes there. The next start gets it.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Without it the rename itself may be lost in a power cut, and with it all that was written since. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir);
  await folder.sync().finally(() => folder.close());
}

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if ('code' in cause && cause.code === 'ENOTEMPTY') return 'there are other files in it.';
  if ('code' in cause && (cause.code === 'EBUSY' || cause.code === 'EXDEV')) {
    return 'it is a mounted volume itself; name a folder inside it.';
  }
  return 'stderr' in cause && cause.stderr ? String(cause.stderr) : cause.message;
}
