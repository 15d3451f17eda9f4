import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { describeServer } from '@aparajita/embedded-postgres/server';
import pg from 'pg';
import * as z from 'zod';
import { reservePort } from '#test/reserve-port.ts';
import { cpuOf, cpuOfTree } from './processes.ts';

export type Cpu = { app: number; postgres: number };

export type BenchShop = {
  url: string;
  port: number;
  dataDir: string;
  /** The current process id of the built server. */
  pid(): number;
  /** The process id of the postmaster. */
  postmaster: number;
  /** As the owner of everything, for setting up and for checks. */
  owner: pg.Pool;
  connection: pg.ClientConfig & { host: string; port: number; user: string; database: string };
  /** CPU milliseconds used so far by the server and by all of PostgreSQL. */
  cpu(): Cpu;
  /** CPU milliseconds that they use for `work`. */
  cpuFor(work: () => Promise<unknown>): Promise<Cpu & { total: number }>;
  /** Runs `work` while the server is down and nobody is connected to its database. */
  whileClosed(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/** Everything the bench writes; a run first empties what it uses. */
export const BENCH_DIR = path.resolve('.cache/bench');

/** Opens a shop for `work`, and closes it whatever happens. */
export async function withBenchShop<T>(
  name: string,
  work: (shop: BenchShop) => Promise<T>,
): Promise<T> {
  const shop = await openBenchShop(name);
  try {
    return await work(shop);
  } finally {
    await shop.close();
  }
}

/**
 * Starts the built shop with a new database, as `npm start` does with only port and folder set. PostgreSQL is the
 * embedded one with its default settings: every commit waits for the disk.
 */
async function openBenchShop(name: string): Promise<BenchShop> {
  const dataDir = path.join(BENCH_DIR, name);
  await describeServer(path.join(dataDir, 'postgres'), {}).stop(); // from an interrupted run
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const postgres = await embeddedPostgres(path.join(dataDir, 'postgres'), { database: 'shop' });
  const { port } = await reservePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url, DATA_DIR: dataDir };

  let server = await startServer(env, url, path.join(dataDir, 'shop.log'));
  let owner = openOwner(postgres.connection);
  const pid = () => server.pid ?? 0;
  const cpu = () => ({ app: cpuOf(pid()), postgres: cpuOfTree(postmaster) });
  const postmaster = Number(
    readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
  );

  return {
    url,
    port,
    dataDir,
    pid,
    postmaster,
    get owner() {
      return owner;
    },
    connection: postgres.connection,
    cpu,
    async cpuFor(work) {
      const before = cpu();
      await work();
      const after = cpu();
      const app = after.app - before.app;
      const postgres = after.postgres - before.postgres;
      return { app, postgres, total: app + postgres };
    },
    async whileClosed(work) {
      await owner.end();
      await stopServer(server);
      await work();
      server = await startServer(env, url, path.join(dataDir, 'shop.log'));
      owner = openOwner(postgres.connection);
    },
    async close() {
      await owner.end();
      await stopServer(server);
      await postgres.stop();
    },
  };
}

function openOwner(connection: pg.ClientConfig): pg.Pool {
  return new pg.Pool({ ...connection, max: 2 });
}

async function startServer(env: Record<string, string>, url: string, logFile: string) {
  const log = openSync(logFile, 'a');
  const command = startCommand();
  const server = spawn(process.execPath, command.args, {
    env: { PATH: process.env.PATH, ...command.env, ...env },
    stdio: ['ignore', log, log],
  });
  await waitUntilReady(server, `${url}/readyz`, logFile);
  return server;
}

/** The command of `npm start`, from package.json: settings in front, then `node` and its arguments. */
function startCommand(): { env: Record<string, string>; args: string[] } {
  const { scripts } = Package.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const words = scripts.start.split(' ');
  const node = words.indexOf('node');
  if (node < 0) throw new Error(`npm start runs no node: ${scripts.start}`);
  const settings = words
    .slice(0, node)
    .filter((word) => word.includes('='))
    .map((word) => word.split('='));
  return {
    env: Object.fromEntries(settings.map(([name = '', value = '']) => [name, value])),
    args: words.slice(node + 1),
  };
}

const Package = z.object({ scripts: z.object({ start: z.string() }) });

/** Waits for the first successful response; throws with the end of the server's log if it exits instead. */
async function waitUntilReady(server: ChildProcess, url: string, logFile: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline && server.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(20);
  }
  server.kill();
  throw new Error(`The shop did not open:\n${readFileSync(logFile, 'utf8').slice(-2000)}`);
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) throw new Error('The shop ended by itself; see its shop.log');
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  const [code] = await gone;
  if (code !== 0) throw new Error(`The shop did not stop cleanly: it ended with ${code}`);
}
