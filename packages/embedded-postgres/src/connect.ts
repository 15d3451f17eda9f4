import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresServer } from './server.ts';

/** One idle session for as long as a process uses the server: it breaks when the server dies. */
export type Session = {
  /** Resolves when the session broke: the server died or was stopped. */
  lost: Promise<void>;
  end(): Promise<void>;
};

/** The application name of sessions that only check whether the server may be stopped; they do not count as use. */
const STOPPING = 'embedded-postgres stopping';

/** `'not running'`: nothing listens on the socket. `'busy'`: it is starting, recovering or stopping; retry. */
export async function tryToConnect(
  server: PostgresServer,
): Promise<Session | 'not running' | 'busy'> {
  const socket = new Socket();
  const client = createClient(server, { stream: () => socket });
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    return stateOf(error, server);
  }
  socket.unref(); // an idle session must not keep a finished process alive
  return {
    lost,
    async end() {
      socket.ref();
      await client.end().catch(() => {});
    },
  };
}

/**
 * Creates the database unless it exists; another process may do the same at the same time. Returns whether it exists
 * now; false while the server is stopping: retry later.
 */
export async function ensureDatabase(server: PostgresServer, database: string): Promise<boolean> {
  const client = createClient(server);
  try {
    await client.connect();
    const found = await client.query('select from pg_database where datname = $1', [database]);
    if (found.rowCount === 0)
      await client.query(`create database ${pg.escapeIdentifier(database)}`);
    return true;
  } catch (error) {
    if (['42P04', '23505'].includes(codeOf(error))) return true; // another process created it
    if (isStopping(error)) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Stops the server unless there is another session: of another process of this package, or of any program (such as
 * psql). A session that connects at this very moment is closed; its process finds no server and starts it again.
 */
export async function stopIfUnused(server: PostgresServer): Promise<'stopped' | 'in use'> {
  const client = createClient(server, { application_name: STOPPING });
  try {
    await client.connect();
    if (await isUsedByOthers(client)) return 'in use';
    await server.stop();
    return 'stopped';
  } catch (error) {
    return stateOf(error, server) === 'not running' ? 'stopped' : 'in use';
  } finally {
    await client.end().catch(() => {});
  }
}

/** A pool reports that it is closed before its sessions are, so they get a second. */
async function isUsedByOthers(client: pg.Client): Promise<boolean> {
  for (let waited = 0; waited < 1000; waited += 20) {
    const { rowCount: others } = await client.query(
      `select from pg_stat_activity where backend_type = 'client backend' and application_name <> $1`,
      [STOPPING],
    );
    if (others === 0) return false;
    await sleep(20);
  }
  return true;
}

function createClient(server: PostgresServer, options: pg.ClientConfig = {}): pg.Client {
  const client = new pg.Client({
    ...server.connection,
    database: 'postgres',
    application_name: 'embedded-postgres',
    connectionTimeoutMillis: 5000,
    ssl: false, // whatever PGSSLMODE says: unix sockets have no TLS
    ...options,
  });
  client.on('error', () => {}); // a broken session resolves `lost`
  return client;
}

function stateOf(error: unknown, server: PostgresServer): 'not running' | 'busy' {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'not running';
  if (code === 'EACCES' || code === 'EPERM') {
    throw new Error(
      `The PostgreSQL in ${server.dataDir} belongs to another user of this machine.`,
      { cause: error },
    );
  }
  // 28: login refused, 3D: no such database. Waiting helps with neither.
  if (code.startsWith('28') || code.startsWith('3D')) throw error;
  return 'busy';
}

/**
 * ECONNREFUSED and ENOENT: it has ended. 57P0x: it closes sessions and refuses new ones. A closed session has no code.
 */
function isStopping(error: unknown): boolean {
  const code = codeOf(error);
  return (
    ['', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code) || code.startsWith('57P')
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
