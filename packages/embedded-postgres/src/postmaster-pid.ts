import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';

/** What a server writes while it runs; `undefined` when it does not. */
export function readLock(dataDir: string): { text: string; pid: number } | undefined {
  try {
    const text = readFileSync(lockFile(dataDir), 'utf8');
    return { text, pid: Number.parseInt(text, 10) };
  } catch {
    return undefined;
  }
}

/**
 * Removes the postmaster.pid a crash left behind. PostgreSQL does so itself unless the number in it names a living
 * process, and after a crash it may: a zombie, or in a restarted container any unrelated program. A server always
 * works in its data folder (it goes there before it writes the lock), so without a process there the lock is stale.
 */
export function removeStaleLock(dataDir: string): void {
  if (process.platform !== 'linux') return; // elsewhere there is no /proc to ask
  const lock = readLock(dataDir);
  if (lock === undefined || someoneWorksIn(dataDir)) return;
  if (readLock(dataDir)?.text === lock.text) rmSync(lockFile(dataDir), { force: true });
}

/** Whether a process is at work in a data folder, as far as that can be asked: elsewhere than on Linux it is believed. */
export function worksIn(dataDir: string, pid: number): boolean {
  return process.platform !== 'linux' || workingDirOf(String(pid)) === dataDir;
}

function lockFile(dataDir: string): string {
  return path.join(dataDir, 'postmaster.pid');
}

function someoneWorksIn(dir: string): boolean {
  return readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && workingDirOf(pid) === dir);
}

function workingDirOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // gone meanwhile, a zombie, or another user's: none of them is our server
  }
}
