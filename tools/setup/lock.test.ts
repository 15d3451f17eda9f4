import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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

test('the lock excludes other processes, and its file is removed afterwards', async () => {
  let content = '';
  await withSetupLock(async () => {
    content = readFileSync(lock, 'utf8');
  }, lock);
  expect(content).toBe(String(process.pid));
  expect(existsSync(lock)).toBe(false);
});

test('a lock with our own process id was left by a killed container and is taken over', async () => {
  writeFileSync(lock, String(process.pid));
  let done = false;
  await withSetupLock(async () => {
    done = true;
  }, lock);
  expect(done).toBe(true);
});

test('of two processes that find an abandoned lock, one gets it and the other waits', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const other = spawn('sleep', ['60']);
  const killed = spawn('true');
  await once(killed, 'exit');
  writeFileSync(lock, String(killed.pid));
  const kill = process.kill;
  // The other process takes the lock over just when this one has found it abandoned.
  vi.spyOn(process, 'kill').mockImplementationOnce((pid, signal) => {
    writeFileSync(`${lock}.other`, String(other.pid));
    renameSync(`${lock}.other`, lock);
    return kill.call(process, pid, signal);
  });
  let started = false;
  const waiting = withSetupLock(() => {
    started = true;
  }, lock);
  expect(started).toBe(false);
  expect(readFileSync(lock, 'utf8')).toBe(String(other.pid));
  other.kill();
  await once(other, 'exit');
  await waiting;
  expect(started).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});

test('a process that was killed while it removed an abandoned lock keeps nobody out', async () => {
  const killed = spawn('true');
  await once(killed, 'exit');
  writeFileSync(lock, String(killed.pid));
  writeFileSync(`${lock}.removal`, String(killed.pid));
  let done = false;
  await withSetupLock(() => {
    done = true;
  }, lock);
  expect(done).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});

test('the message about waiting names the lock file', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const other = spawn('sleep', ['60']);
  writeFileSync(lock, String(other.pid));
  const waiting = withSetupLock(async () => {}, lock);
  expect(said).toHaveBeenCalledWith(expect.stringContaining(lock));
  other.kill();
  await once(other, 'exit');
  await waiting;
});

test('the lock file always contains a process id', async () => {
  const program = `
    import { withSetupLock } from ${JSON.stringify(new URL('lock.mjs', import.meta.url).href)};
    for (let n = 0; n < 500; n++) await withSetupLock(() => {}, ${JSON.stringify(lock)});
  `;
  const other = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const seen = new Set<string>();
  const polling = setInterval(() => {
    const until = performance.now() + 50;
    while (performance.now() < until) seen.add(read(lock) ?? String(other.pid));
  });
  const [code] = await once(other, 'exit');
  clearInterval(polling);
  expect(code).toBe(0);
  expect([...seen]).toEqual([String(other.pid)]);
});

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
