import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './root.mjs';
import { say } from './say.mjs';

const ours = join(root, '.cache/setup.pid');

/** `npm start` in one window and `npm test` in the next must not install into the same folder at the same time. */
export async function oneAtATime(work, turn = ours) {
  mkdirSync(dirname(turn), { recursive: true });
  for (let waited = false; !takeTurn(turn); waited = true) {
    if (!waited) say(`• Waiting for the setup in another window, which has ${turn} …`);
    await sleep(300);
  }
  try {
    await work();
  } finally {
    rmSync(turn, { force: true });
  }
}

/** Linked into place whole: a file that has no number in it yet looks as if it were left by nobody. */
function takeTurn(turn) {
  const draft = `${turn}.${randomUUID()}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, turn);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  if (isAtWork(holder(turn))) return false;
  rmSync(turn, { force: true }); // it was killed
  return takeTurn(turn);
}

function holder(turn) {
  try {
    return Number(readFileSync(turn, 'utf8'));
  } catch {
    return 0;
  }
}

/** Our own number is that of one who had it before us: a container that is started again gives out the same ones. */
function isAtWork(pid) {
  if (!pid || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
