import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDatabase, type Session, stopIfUnused, tryToConnect } from './connect.ts';
import { describeServer, type PostgresServer } from './server.ts';

export type EmbeddedPostgres = {
  /** For any PostgreSQL client: `host` is the folder of the unix socket, `user` owns everything. */
  connection: { host: string; port: number; user: string; database: string };
  /**
   * Call it after closing the process's own pools. Stops the server (`'stopped'`) unless another process uses it (`'in
   * use'`).
   */
  stop(): Promise<'stopped' | 'in use'>;
};

export type Options = {
  /** Created when missing. */
  database: string;
  /** Further server settings; only the process that starts the server applies them. Tests pass `{ fsync: 'off' }`. */
  settings?: Record<string, string>;
  /** Called when the server died and could not be restarted at once. Default: standard error. */
  report?: (error: unknown) => void;
};

/** Crash recovery replays all WAL since the last checkpoint, which may take minutes on a slow disk. */
const START_TIMEOUT_MS = 300_000;

/**
 * Runs a real PostgreSQL server in `dataDir`, with the npm binaries: creates, starts or joins it, whichever is needed.
 *
 * All processes of this machine that name the same folder share one server. It listens only on a unix socket that only
 * its owner may open, so it needs no port and no password. It outlives the process that started it, and any process
 * that uses it restarts it after it died: pools reconnect by themselves.
 *
 * @throws Error with a message for the operator: no binaries for this platform, a folder of another major version or of
 * another user, a server that does not start (with the end of its output).
 */
export async function embeddedPostgres(
  dataDir: string,
  options: Options,
): Promise<EmbeddedPostgres> {
  const { database, settings = {}, report = console.error } = options;
  const server = describeServer(dataDir, settings);
  const stopping = new AbortController();

  await server.prepare(); // only here: a folder that disappears later must not become an empty database
  const session = await connectOrStart(server, stopping.signal);
  const watching = watch(server, session, stopping.signal, report);
  while (!(await ensureDatabase(server, database))) await sleep(50);

  return {
    connection: { ...server.connection, database },
    async stop() {
      stopping.abort();
      await watching;
      return stopIfUnused(server);
    },
  };
}

/** Tries to connect until the server accepts, starting it whenever it is not running. */
async function connectOrStart(server: PostgresServer, signal: AbortSignal): Promise<Session> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let pause = 10; ; pause = Math.min(pause * 1.3, 250)) {
    signal.throwIfAborted();
    const found = await tryToConnect(server);
    if (typeof found === 'object') return found;
    if (found === 'not running') server.start();
    if (Date.now() > deadline) {
      throw new Error(
        `PostgreSQL in ${server.dataDir} did not become ready; its log is in ${server.dataDir}/log`,
      );
    }
    await sleep(pause);
  }
}

/**
 * Restarts or joins the server whenever the session breaks, until `signal`. It notices a broken session at once,
 * without polling.
 */
async function watch(
  server: PostgresServer,
  first: Session,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  const aborted = new Promise((resolve) =>
    signal.addEventListener('abort', resolve, { once: true }),
  );
  let session = first;
  while (!signal.aborted) {
    await Promise.race([session.lost, aborted]);
    if (signal.aborted) break;
    try {
      session = await connectOrStart(server, signal);
    } catch (error) {
      if (signal.aborted) break;
      report(error);
      await Promise.race([sleep(2000, undefined, { ref: false }), aborted]);
    }
  }
  await session.end();
}
