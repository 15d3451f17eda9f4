import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { print, root } from './run.mjs';

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

function acquire(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isRunning(holderOf(lockFile))) return false;
    rmSync(lockFile, { force: true }); // of a process that was killed
    return acquire(lockFile);
  }
}

/** 0 when it was released meanwhile, or its holder is just writing its id. */
function holderOf(lockFile) {
  try {
    return Number(readFileSync(lockFile, 'utf8'));
  } catch {
    return 0;
  }
}

/** Our own process id belonged to an earlier process: a restarted container assigns the same ids again. */
function isRunning(pid) {
  if (pid === 0) return true;
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
