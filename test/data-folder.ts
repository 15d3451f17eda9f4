import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 3 * 1024 ** 3;

/**
 * A folder for the databases of tests, by its path: in memory where there is room, else below `.cache`. A database has
 * some 400 files, and ext4 looks for inodes that were not deleted lately: to create and drop one took 140 to 400 ms of a
 * processor there, 30 ms in memory.
 */
export function dataFolder(name: string): string {
  const folder = path.join(hasRoom(MEMORY) ? ownPart(MEMORY) : '.cache', name);
  // Others may look into it: where root is allowed no namespace, PostgreSQL runs as another user.
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** `TMPDIR` for tests that start servers of their own, and copy them, below os.tmpdir(): in memory, or as it is. */
export function temporaryFolder(): { TMPDIR?: string } {
  return hasRoom(MEMORY) ? { TMPDIR: dataFolder('tmp') } : {};
}

/** A new folder in there for this process; those of processes that were killed are deleted. */
export function ownDataFolder(name: string): string {
  const folder = dataFolder('e2e');
  for (const found of readdirSync(folder)) {
    const owner = Number(/-(\d+)-/.exec(found)?.[1]);
    if (owner && !isRunning(owner))
      rmSync(path.join(folder, found), { recursive: true, force: true });
  }
  return mkdtempSync(path.join(folder, `${name}-${process.pid}-`));
}

/** In containers it has 64 MB, and outside of Linux it does not exist. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** No other user's and no other checkout's. */
function ownPart(folder: string): string {
  const checkout = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 12);
  return path.join(folder, `aparajita-${process.getuid?.()}-${checkout}`);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
