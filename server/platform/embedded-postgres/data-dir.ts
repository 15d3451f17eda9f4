import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Account, serverEnvironment } from './account.ts';
import type { Binaries } from './binaries.ts';
import { claimDraft, dropAbandonedDrafts, dropDraft } from './drafts.ts';

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
  binaries: Binaries,
  account: Account,
  settings: Record<string, string>,
): Promise<void> {
  while (!holdsDatabase(dir)) {
    dropAbandonedDrafts(dir);
    const draft = claimDraft(dir);
    if (draft === undefined) await sleep(50);
    else
      await makeDatabase(dir, draft, binaries, account, settings).finally(() => dropDraft(draft));
  }
}

async function makeDatabase(
  dir: string,
  draft: string,
  { initdb }: Binaries,
  account: Account,
  settings: Record<string, string>,
): Promise<void> {
  if (account.ids.uid !== undefined && account.ids.gid !== undefined) {
    chownSync(draft, account.ids.uid, account.ids.gid);
  }
  const durable = settings.fsync !== 'off';
  const [file = initdb, ...before] = [...account.command, initdb];
  const args = [
    ...['-D', draft, '-U', 'postgres', '--auth-local=trust', '--auth-host=reject'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...['--no-instructions', ...(durable ? [] : ['--no-sync'])],
  ];
  try {
    await run(file, [...before, ...args], { ...account.ids, cwd: draft, env: serverEnvironment() });
    renameSync(draft, dir);
    if (durable) await syncFolder(path.dirname(dir));
  } catch (cause) {
    if (holdsDatabase(dir)) return; // another process was first
    throw new Error(`Could not create the database in ${dir}: ${reason(cause)}`, { cause });
  }
}

/** @throws Error when another major version of PostgreSQL wrote the folder, or it has disappeared. */
export function checkDataDir(dir: string, { major }: Binaries): void {
  if (!holdsDatabase(dir)) throw new Error(`The database in ${dir} has disappeared.`);
  chmodSync(dir, 0o700); // PostgreSQL insists, and a copy of the folder may have come out more open
  const found = readFileSync(path.join(dir, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new Error(
    `${dir} was written by PostgreSQL ${found}, this version of the shop brings ${major}. Make a backup with the ` +
      'version that wrote it (npm run db:backup -- FILE), move the folder away, and npm run db:restore -- FILE.',
  );
}

export function holdsDatabase(dir: string): boolean {
  return existsSync(path.join(dir, 'PG_VERSION'));
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
