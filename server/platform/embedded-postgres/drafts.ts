import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** A draft that is older than this is not waited for, even if some process has the number of its maker. */
const PATIENCE_MS = 60_000;

/**
 * A new database is made in a folder of its own beside `dir`, named after the process that makes it. Answers that
 * folder, empty; or `undefined` while a process that goes before us (a lower number) is at it. That saves several
 * processes starting at once from each making one; should two still do so, only one gets the name.
 */
export function claimDraft(dir: string): string | undefined {
  const draft = `${dir}.init-${process.pid}`;
  rmSync(draft, { recursive: true, force: true }); // of an earlier process that had our number
  mkdirSync(draft, { mode: 0o700 });
  if (!others(dir).some(goesBeforeUs)) return draft;
  dropDraft(draft);
  return undefined;
}

export function dropDraft(draft: string): void {
  rmSync(draft, { recursive: true, force: true, maxRetries: 5 });
}

/** Removes what processes left that were killed while they made a database. */
export function dropAbandonedDrafts(dir: string): void {
  for (const { draft, pid } of others(dir)) {
    if (isAlive(pid)) continue;
    try {
      dropDraft(draft);
    } catch {
      // An initdb that outlived its parent still writes there. The next start gets it.
    }
  }
}

function others(dir: string): { draft: string; pid: number }[] {
  const prefix = `${path.basename(dir)}.init-`;
  return readdirSync(path.dirname(dir))
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({
      draft: path.join(path.dirname(dir), name),
      pid: Number(name.slice(prefix.length)),
    }))
    .filter(({ pid }) => pid !== process.pid);
}

function goesBeforeUs({ draft, pid }: { draft: string; pid: number }): boolean {
  const begun = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return pid < process.pid && isAlive(pid) && Date.now() - begun < PATIENCE_MS;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
