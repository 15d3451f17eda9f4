import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { print } from './messages.mjs';
import { root } from './root.mjs';

const LOCK_FILE = join(root, '.cache/setup.pid');

/** `npm start` in one window and `npm test` in another must not install into the same folder at the same time. */
export async function withSetupLock(work, lockFile = LOCK_FILE) {
  mkdirSync(dirname(lockFile), { recursive: true });
  for (let waited = false; !acquire(lockFile); waited = true) {
    if (!waited) print(`• Waiting for the setup in another window, which has ${lockFile} …`);
    await sleep(300);
  }
  try {
    await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/** Creates the lock file under another name and links it: a lock file without a process id would look abandoned. */
function acquire(lockFile) {
  const temporary = `${lockFile}.${randomUUID()}`;
  writeFileSync(temporary, String(process.pid));
  try {
    linkSync(temporary, lockFile);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
  return isAbandoned(lockFile) && removeAbandoned(lockFile) && acquire(lockFile);
}

/**
 * Removes the lock file of a process that was killed, unless another process does. Whoever removes it holds a lock of its
 * own for that: otherwise one of two processes could remove the lock that the other has just taken.
 */
function removeAbandoned(lockFile) {
  const removal = `${lockFile}.removal`;
  if (!acquire(removal)) return false;
  try {
    if (isAbandoned(lockFile)) rmSync(lockFile, { force: true });
    return true;
  } finally {
    rmSync(removal);
  }
}

function isAbandoned(lockFile) {
  const holder = holderOf(lockFile);
  return holder !== undefined && !isRunning(holder);
}

function holderOf(lockFile) {
  try {
    return Number(readFileSync(lockFile, 'utf8'));
  } catch {
    return undefined; // released meanwhile
  }
}

/** Our own process id belonged to an earlier process: a restarted container assigns the same ids again. */
function isRunning(pid) {
  if (!pid || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
