import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './root.mjs';
import { say } from './say.mjs';

const turn = join(root, '.cache/setup.pid');

/** `npm start` in one window and `npm test` in the next must not install into the same folder at the same time. */
export async function oneAtATime(work) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (let waited = false; !takeTurn(); waited = true) {
    if (!waited) say('• Waiting for the setup in another window …');
    await sleep(300);
  }
  try {
    await work();
  } finally {
    rmSync(turn, { force: true });
  }
}

function takeTurn() {
  try {
    writeFileSync(turn, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAtWork(holder())) rmSync(turn, { force: true }); // it was killed
    return false;
  }
}

function holder() {
  try {
    return Number(readFileSync(turn, 'utf8'));
  } catch {
    return 0;
  }
}

function isAtWork(pid) {
  if (!pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
