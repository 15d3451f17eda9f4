import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The server's lock file postmaster.pid and the process id in it; `undefined` when there is none. */
export function readLock(dataDir: string): { text: string; pid: number } | undefined {
  try {
    const text = readFileSync(lockFile(dataDir), 'utf8');
    return { text, pid: Number.parseInt(text, 10) };
  } catch {
    return undefined;
  }
}

/**
 * Removes the postmaster.pid that a crash left behind. PostgreSQL does so itself unless the process id in it exists,
 * which it may after a crash: as a zombie, or in a restarted container as an unrelated program. A server's working
 * directory is always its data folder (it changes there before it writes the lock file), so without a process there the
 * lock is stale.
 */
export function removeStaleLock(dataDir: string): void {
  if (process.platform !== 'linux') return; // other systems have no /proc
  const lock = readLock(dataDir);
  if (lock === undefined || anyProcessWorksIn(dataDir)) return;
  if (readLock(dataDir)?.text === lock.text) rmSync(lockFile(dataDir), { force: true });
}

/** Whether the working directory of a process is this data folder. Only Linux can tell: elsewhere always true. */
export function hasWorkingDir(pid: number, dataDir: string): boolean {
  return process.platform !== 'linux' || workingDirOf(String(pid)) === dataDir;
}

function lockFile(dataDir: string): string {
  return path.join(dataDir, 'postmaster.pid');
}

function anyProcessWorksIn(dir: string): boolean {
  return readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && workingDirOf(pid) === dir);
}

function workingDirOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // ended, a zombie, or another user's: none of them is our server
  }
}
