import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  endAll,
  newFolder,
  OtherProcess,
  remove,
  serverPid,
  start,
  until,
} from '#embedded-postgres-test/other-process.ts';

let folder: string;
let data: string;

describe('a new database', () => {
  beforeEach(() => {
    folder = newFolder();
    data = path.join(folder, 'data');
  });

  afterEach(async () => {
    await endAll(data);
    remove(folder, data);
  });

  test('stores every script, runs in UTC and opens no port, whatever the locale of the machine', async () => {
    const user = await start(data, {
      env: { LANG: 'C', LC_ALL: 'C', TZ: 'Asia/Kolkata', PGDATA: '/nowhere' },
    });
    expect(
      await user.query(`select pg_encoding_to_char(encoding) as encoding, datlocale as locale,
        current_setting('TimeZone') as zone, current_setting('listen_addresses') as ports,
        lower('ÉTÉ अपराजिता') as text from pg_database where datname = 'app'`),
    ).toEqual([
      { encoding: 'UTF8', locale: 'C.UTF-8', zone: 'UTC', ports: '', text: 'été अपराजिता' },
    ]);
    expect(statSync(path.join(data, '.s.PGSQL.5432')).mode & 0o777).toBe(0o700);
  });

  test.each([
    ['spaces and other scripts', 'my data/नीली चाय'],
    ['what a shell would read', `it's "$HOME" \`id\` & \\ more`],
    ['more bytes than a socket path may have', `deep/${'a long name '.repeat(12)}`],
  ])('works in a path with %s', async (_, name) => {
    data = path.join(folder, name);
    const user = await start(data);
    expect(await user.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(await user.stop()).toBe('stopped');
  });

  test('is created once by four processes that start at the same moment', async () => {
    const users = await Promise.all([1, 2, 3, 4].map(() => start(data)));
    await users[0]?.query('create table teas ()');
    for (const user of users) expect(await user.query('select from teas')).toEqual([]);
    const stops = await Promise.all(users.map((user) => user.stop()));
    expect(stops).toContain('stopped');
    expect(serverPid(data)).toBeUndefined();
    expect(temporaries()).toEqual([]);
  });

  test('is created by the next process when the first is killed meanwhile', async () => {
    const first = new OtherProcess(data);
    await until(() => temporaries().some((name) => existsSync(path.join(folder, name, 'base'))));
    first.process.kill('SIGKILL');
    const user = await start(data);
    expect(await user.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('processes that share a server', () => {
  beforeAll(() => {
    folder = newFolder();
    data = path.join(folder, 'data');
  });

  afterEach(() => endAll(data));
  afterAll(() => remove(folder, data));

  test('the last process stops the server', async () => {
    const [first, second] = await Promise.all([start(data), start(data)]);
    expect(await first.stop()).toBe('in use');
    expect(await second.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(await second.stop()).toBe('stopped');
    expect(serverPid(data)).toBeUndefined();
  });

  test('the server is not stopped while another program has a session', async () => {
    const user = await start(data);
    const program = new pg.Client({ host: data, user: 'postgres', database: 'app' });
    await program.connect();
    expect(await user.stop()).toBe('in use');
    expect((await program.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await program.end();
  });

  test('a process that starts while another stops gets its database', async () => {
    let leaving = await start(data);
    for (let round = 0; round < 8; round++) {
      const [coming] = await Promise.all([start(data), leaving.stop()]);
      await expect.poll(() => coming.query('select 1 as one').catch(String)).toEqual([{ one: 1 }]);
      leaving = coming;
    }
  });

  test('a killed process leaves the server running, with everything committed', async () => {
    const killed = await start(data);
    await killed.query('create table if not exists teas as select 1 as id');
    const pid = serverPid(data);
    killed.process.kill('SIGKILL');
    const next = await start(data);
    expect(serverPid(data)).toBe(pid);
    expect(await next.query('select id from teas')).toEqual([{ id: 1 }]);
    expect(await next.stop()).toBe('stopped');
  });

  test('a killed server is restarted, with everything committed', async () => {
    const [first, second] = await Promise.all([start(data), start(data)]);
    await first.query('create table if not exists teas as select 1 as id');
    const pid = serverPid(data) ?? 0;
    process.kill(pid, 'SIGKILL');
    for (const user of [first, second]) {
      await expect
        .poll(() => user.query('select id from teas'), { timeout: 5000 })
        .toEqual([{ id: 1 }]);
    }
    expect(serverPid(data)).not.toBe(pid);
  });

  test('a process that does not call stop is not kept alive', async () => {
    const silent = await start(data);
    silent.process.stdin?.end();
    await once(silent.process, 'exit');
    expect(await (await start(data)).stop()).toBe('stopped');
  });
});

function temporaries(): string[] {
  return readdirSync(folder).filter((name) => name.includes('.init-'));
}
