import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withSetupLock } from './lock.mjs';

let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'setup-lock-'));
  lock = join(folder, 'setup.pid');
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** A process id that no process has any more. */
async function killedId(): Promise<string> {
  const killed = spawn('true');
  await once(killed, 'exit');
  return String(killed.pid);
}

test('the lock excludes other processes, and its file is removed afterwards', async () => {
  expect.assertions(2);
  await withSetupLock(async () => {
    expect(readFileSync(lock, 'utf8')).toBe(String(process.pid));
  }, lock);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['with our own process id, by a killed container', async () => `${process.pid}`],
  ['by a process that was killed', killedId],
])('a lock that was left %s is taken over', async (_, idOf) => {
  writeFileSync(lock, await idOf());
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const work = vi.fn();
  await withSetupLock(work, lock);
  expect(work).toHaveBeenCalledOnce();
  expect(said).not.toHaveBeenCalled();
  expect(readdirSync(folder)).toEqual([]);
});

test('who waits for another process says so, and goes on when it has ended', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const other = spawn('sleep', ['60']);
  writeFileSync(lock, String(other.pid));
  const work = vi.fn();
  const waiting = withSetupLock(work, lock);
  expect(work).not.toHaveBeenCalled();
  expect(said).toHaveBeenCalledWith(expect.stringContaining(lock));
  other.kill();
  await waiting;
  expect(work).toHaveBeenCalledOnce();
});
