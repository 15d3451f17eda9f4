import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endAll, newFolder, remove, start } from '#embedded-postgres-test/other-process.ts';

const NOBODY = 65534;

let folder: string;
let data: string;

beforeEach(() => {
  folder = newFolder();
  data = path.join(folder, 'data');
});

afterEach(async () => {
  await endAll(data);
  remove(folder, data);
});

/**
 * These tests need root, who may become another user, and a project folder that other users may read. An ordinary user
 * skips them; then all the other tests have run as an ordinary user.
 */
describe.runIf(process.getuid?.() === 0 && othersMayRead())('root', () => {
  test('runs the server of an ordinary user as that user', async () => {
    chownSync(folder, NOBODY, NOBODY);
    const theirs = await start(data, { uid: NOBODY });
    expect(await theirs.stop()).toBe('stopped');
    const roots = await start(data);
    expect(statSync(path.join(data, 'postmaster.pid')).uid).toBe(NOBODY);
    const again = await start(data, { uid: NOBODY });
    expect(await again.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(await roots.stop()).toBe('in use');
  });

  test('runs it as another user where user namespaces are forbidden', async () => {
    chmodSync(folder, 0o755);
    const user = await start(data, { env: { PATH: `${withoutNamespaces()}:${process.env.PATH}` } });
    expect(statSync(data).uid).not.toBe(0);
    expect(await user.stop()).toBe('stopped');
    expect(await (await start(data)).stop()).toBe('stopped'); // also when they are allowed later
  });

  test('keeps its data closed to others, who get an error message', async () => {
    chmodSync(folder, 0o755);
    await (await start(data)).stop();
    await expect(start(data, { uid: NOBODY })).rejects.toThrow(/belongs to another user/);
  });
});

function withoutNamespaces(): string {
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(path.join(bin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return bin;
}

function othersMayRead(): boolean {
  const ways = [];
  for (let dir = import.meta.dirname; dir !== path.dirname(dir); dir = path.dirname(dir))
    ways.push(dir);
  return ways.every((dir) => (statSync(dir).mode & 0o001) !== 0);
}
