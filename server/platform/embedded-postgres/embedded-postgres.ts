import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDatabase, leaveAndMayStop, type Presence, tryToEnter } from './presence.ts';
import { describeServer, type PostgresServer } from './server.ts';

export type EmbeddedPostgres = {
  /** For any PostgreSQL client: `host` is the folder of the unix socket, `user` owns everything. */
  connection: { host: string; port: number; user: string; database: string };
  /**
   * Call after the process has closed its own pools. The last process out stops the server
   * (`'stopped'`); while others use it, it stays (`'in use'`).
   */
  stop(): Promise<'stopped' | 'in use'>;
};

export type Options = {
  /** Created when missing. Default `shop`. */
  database?: string;
  /** Further server settings, used by the process that happens to start the server: tests pass `{ fsync: 'off' }`. */
  settings?: Record<string, string>;
  /** Told when the server died and could not be brought back at once. Default: standard error. */
  report?: (trouble: unknown) => void;
};

/** Crash recovery replays everything since the last checkpoint, which may take minutes on a slow disk. */
const START_TIMEOUT_MS = 300_000;

/**
 * A real PostgreSQL server in `dataDir`, out of the npm binaries: created, started or joined, whichever is needed.
 *
 * Every process of this machine that names the same folder shares one server. It listens on a unix socket only
 * that its owner alone may open, so it needs no port and no password. It survives the process that started it
 * (a killed process leaves the data served to the others), and whichever process notices its death starts it again:
 * pools reconnect by themselves.
 *
 * @throws Error with a sentence for the operator: no binaries for this platform, a folder written by another major
 * version, a folder of another user, a server that does not start (with its own last words).
 */
export async function embeddedPostgres(
  dataDir: string,
  options: Options = {},
): Promise<EmbeddedPostgres> {
  const { database = 'shop', settings = {}, report = console.error } = options;
  const server = describeServer(dataDir, settings);
  const leaving = new AbortController();

  await server.prepare(); // only now: a folder that disappears later is not replaced by an empty one
  const presence = await enter(server, leaving.signal);
  const watching = watch(server, presence, leaving.signal, report);
  await ensureDatabase(server, database);

  return {
    connection: { ...server.connection, database },
    async stop() {
      leaving.abort();
      await watching;
      return leaveAndMayStop(server);
    },
  };
}

/** Knocks until the server lets us in, starting it as often as nobody answers. */
async function enter(server: PostgresServer, signal: AbortSignal): Promise<Presence> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let pause = 10; ; pause = Math.min(pause * 1.3, 250)) {
    signal.throwIfAborted();
    const answer = await tryToEnter(server);
    if (typeof answer === 'object') return answer;
    if (answer === 'nobody there') server.start();
    if (Date.now() > deadline) {
      throw new Error(
        `PostgreSQL in ${server.dataDir} did not become ready; its log is in ${server.dataDir}/log`,
      );
    }
    await sleep(pause);
  }
}

/** Comes back into a server that died under us, until told to leave. A lost presence is noticed at once, not polled for. */
async function watch(
  server: PostgresServer,
  first: Presence,
  signal: AbortSignal,
  report: (trouble: unknown) => void,
): Promise<void> {
  const leave = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  let presence = first;
  while (!signal.aborted) {
    await Promise.race([presence.lost, leave]);
    if (signal.aborted) break;
    try {
      presence = await enter(server, signal);
    } catch (trouble) {
      if (signal.aborted) break;
      report(trouble);
      await Promise.race([sleep(2000, undefined, { ref: false }), leave]);
    }
  }
  await presence.end();
}
