import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  ['with our own process id, by a killed container', async () => `${process.pid}`, false],
  ['by a process that was killed while it removed an abandoned one', killedId, true],
])('a lock that was left %s is taken over', async (_, idOf, removing) => {
  const id = await idOf();
  writeFileSync(lock, id);
  if (removing) writeFileSync(`${lock}.removal`, id);
  const work = vi.fn();
  await withSetupLock(work, lock);
  expect(work).toHaveBeenCalledOnce();
  expect(readdirSync(folder)).toEqual([]);
});

test('of two processes that find an abandoned lock, one gets it; the other says what it waits for', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const other = spawn('sleep', ['60']);
  writeFileSync(lock, await killedId());
  const kill = process.kill;
  // The other process takes the lock over just when this one has found it abandoned.
  vi.spyOn(process, 'kill').mockImplementationOnce((pid, signal) => {
    writeFileSync(`${lock}.other`, String(other.pid));
    renameSync(`${lock}.other`, lock);
    return kill.call(process, pid, signal);
  });
  const work = vi.fn();
  const waiting = withSetupLock(work, lock);
  expect(work).not.toHaveBeenCalled();
  expect(said).toHaveBeenCalledWith(expect.stringContaining(lock));
  expect(readFileSync(lock, 'utf8')).toBe(String(other.pid));
  other.kill();
  await waiting;
  expect(work).toHaveBeenCalledOnce();
  expect(readdirSync(folder)).toEqual([]);
});
