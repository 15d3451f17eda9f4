import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneAtATime } from './turn.mjs';

let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turn-'));
  lock = join(folder, 'setup.pid');
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('work has its turn to itself, and leaves nothing behind', async () => {
  let held = '';
  await oneAtATime(async () => {
    held = readFileSync(lock, 'utf8');
  }, lock);
  expect(held).toBe(String(process.pid));
  expect(existsSync(lock)).toBe(false);
});

test('a turn with our own number was left by a killed container: nobody waits for it', async () => {
  writeFileSync(lock, String(process.pid));
  let done = false;
  await oneAtATime(async () => {
    done = true;
  }, lock);
  expect(done).toBe(true);
});

test('whoever waits is told for which file', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const other = spawn('sleep', ['60']);
  writeFileSync(lock, String(other.pid));
  const turn = oneAtATime(async () => {}, lock);
  expect(said).toHaveBeenCalledWith(expect.stringContaining(lock));
  other.kill();
  await once(other, 'exit');
  await turn;
});

test('a turn is never there without the number of who has it', async () => {
  const program = `
    import { oneAtATime } from ${JSON.stringify(new URL('turn.mjs', import.meta.url).href)};
    for (let turns = 0; turns < 500; turns++) await oneAtATime(() => {}, ${JSON.stringify(lock)});
  `;
  const other = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const seen = new Set<string>();
  const looking = setInterval(() => {
    const until = performance.now() + 50;
    while (performance.now() < until) seen.add(read(lock) ?? String(other.pid));
  });
  const [code] = await once(other, 'exit');
  clearInterval(looking);
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
