import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  endAll,
  newFolder,
  remove,
  serverPid,
  start,
} from '#embedded-postgres-test/other-process.ts';
import { describeServer } from './server.ts';

let folder: string;
let cluster: string;
let data: string;

beforeAll(async () => {
  folder = newFolder();
  cluster = path.join(folder, 'data');
  await (await start(cluster)).stop();
});

beforeEach(() => {
  data = cluster;
});

afterEach(() => endAll(data));
afterAll(() => remove(folder, cluster));

describe('after a crash', () => {
  test('a lock file with the id of a process that is not a server is removed', async () => {
    const lock = [process.pid, data, 1700000000, 5432, data, '', '', ''].join('\n');
    writeFileSync(path.join(data, 'postmaster.pid'), lock);
    const user = await start(data);
    expect(serverPid(data)).not.toBe(process.pid);
    expect(await user.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test.each([
    ['of a process that has ended', true],
    ['of a process that is not a server, which keeps running', false],
  ])('stop returns at once with a lock file %s', async (_, hasEnded) => {
    const unrelated = spawn('sleep', ['60'], { stdio: 'ignore' });
    if (hasEnded) {
      unrelated.kill();
      await once(unrelated, 'exit');
    }
    const lock = [unrelated.pid, data, 1700000000, 5432, data, '', '', ''].join('\n');
    writeFileSync(path.join(data, 'postmaster.pid'), lock);
    await describeServer(data, {}).stop();
    expect(unrelated.signalCode).toBe(hasEnded ? 'SIGTERM' : null);
    unrelated.kill();
  });

  test('a server that cannot start reports why, and starts once that is fixed', async () => {
    await withoutFile('global/pg_control', async () => {
      await expect(start(data)).rejects.toThrow(/does not start.*pg_control/s);
    });
    await start(data);
  });
});

describe('a server that dies while it is in use', () => {
  test('is restarted as soon as that is possible', async () => {
    const user = await start(data);
    await withoutFile('global/pg_control', async () => {
      process.kill(serverPid(data) ?? 0, 'SIGKILL');
      await sleep(2500); // more failures than one attempt to restart allows
      await expect(user.query('select 1 as one')).rejects.toThrow();
    });
    await expect.poll(() => user.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('is not replaced by an empty database when its data disappeared', async () => {
    data = path.join(folder, 'volume');
    const user = await start(data);
    const away = path.join(folder, 'unmounted');
    renameSync(data, away);
    process.kill(serverPid(away) ?? 0, 'SIGKILL');
    await sleep(2500);
    expect(existsSync(data)).toBe(false);
    renameSync(away, data);
    await expect.poll(() => user.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('an unusable folder', () => {
  test('data of another major version is refused with advice', async () => {
    await withoutFile('PG_VERSION', async () => {
      writeFileSync(path.join(data, 'PG_VERSION'), '17\n');
      await expect(start(data)).rejects.toThrow(/written by PostgreSQL 17.*Make a backup/);
    });
  });

  test('a folder with other files is refused, and they stay', async () => {
    data = path.join(folder, 'documents');
    mkdirSync(data);
    writeFileSync(path.join(data, 'letter.txt'), 'hello');
    await expect(start(data)).rejects.toThrow(/there are other files in it/);
    expect(readdirSync(data)).toEqual(['letter.txt']);
  });
});

async function withoutFile(file: string, work: () => Promise<void>): Promise<void> {
  const moved = path.join(data, `${file}.moved`);
  renameSync(path.join(data, file), moved);
  await work().finally(() => renameSync(moved, path.join(data, file)));
}
