import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { describeServer } from '@aparajita/embedded-postgres/server';
import pg from 'pg';
import { reservePort } from '#test/reserve-port.ts';
import { childrenOf, cpuOf, cpuOfTree, untilReady } from './processes.ts';

/** CPU milliseconds of the server and of all of PostgreSQL. */
export type Cpu = { app: number; postgres: number };

export type BenchShop = {
  url: string;
  /** The current process id of the server. */
  pid(): number;
  /** As the owner of everything, for setting up and for checks. */
  owner: pg.Pool;
  connection: pg.ClientConfig & { host: string; port: number; user: string; database: string };
  /** The CPU time that `work` takes them, and its result. */
  cpuFor<T>(work: () => Promise<T>): Promise<Cpu & { result: T }>;
  /** Restarts the server, after `work` while it is down and nobody is connected to its database. */
  restart<T>(work: () => Promise<T>): Promise<T>;
};

/** Everything the bench writes; a run first empties what it uses. */
const BENCH_DIR = path.resolve('.cache/bench');

/** Stops the PostgreSQL that an interrupted run has left there, and empties the folder. */
export async function emptyFolder(name: string): Promise<string> {
  const folder = path.join(BENCH_DIR, name);
  await describeServer(path.join(folder, 'postgres'), {}).stop();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Opens a shop with a new database for `work`, and closes it whatever happens. PostgreSQL is the embedded one with its
 * default settings: every commit waits for the disk.
 */
export async function withBenchShop<T>(
  name: string,
  work: (shop: BenchShop) => Promise<T>,
): Promise<T> {
  const dataDir = await emptyFolder(name);
  const { connection, stop } = await embeddedPostgres(path.join(dataDir, 'postgres'), {
    database: 'shop',
  });
  const [postmaster] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split(
    '\n',
  );
  const { port } = await reservePort();
  const openPool = () => new pg.Pool({ ...connection, max: 2 });
  try {
    let server = await npmStart(dataDir, port);
    let owner = openPool();
    const cpu = () => ({ app: cpuOf(server.pid), postgres: cpuOfTree(Number(postmaster)) });
    const close = () => Promise.all([server.stop(), owner.end()]);
    try {
      return await work({
        url: server.url,
        pid: () => server.pid,
        get owner() {
          return owner;
        },
        connection,
        async cpuFor(work) {
          const before = cpu();
          const result = await work();
          const after = cpu();
          return {
            result,
            app: after.app - before.app,
            postgres: after.postgres - before.postgres,
          };
        },
        async restart(work) {
          await close();
          try {
            return await work();
          } finally {
            server = await npmStart(dataDir, port);
            owner = openPool();
          }
        },
      });
    } finally {
      await close();
    }
  } finally {
    await stop();
  }
}

/** Runs `npm start` until it answers with the home page. `pid` is that of the server, `npm` that of the command. */
export async function npmStart(dataDir: string, port: number) {
  const url = `http://127.0.0.1:${port}`;
  const logFile = path.join(dataDir, 'shop.log');
  const log = openSync(logFile, 'a');
  const { PATH, HOME } = process.env;
  const npm = spawn('npm', ['start'], {
    env: {
      ...{ PATH, HOME, HOST: '127.0.0.1', PORT: String(port) },
      ...{ PUBLIC_URL: url, DATA_DIR: dataDir },
    },
    stdio: ['ignore', log, log],
  });
  await untilReady(npm, `${url}/`).catch((error) => {
    throw new Error(readFileSync(logFile, 'utf8').slice(-2000), { cause: error });
  });
  const [pid = 0] = childrenOf(npm.pid ?? 0);
  return {
    url,
    pid,
    npm: npm.pid ?? 0,
    async stop() {
      if (npm.exitCode !== null) throw new Error(`The shop ended by itself; see ${logFile}`);
      const gone = once(npm, 'close');
      process.kill(pid, 'SIGTERM');
      const [code] = await gone;
      if (code !== 0) throw new Error(`The shop did not stop cleanly: npm ended with ${code}`);
    },
  };
}
