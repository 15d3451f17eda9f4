import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresServer } from './server.ts';

/**
 * One open session for as long as a process uses the server. It holds a shared lock; whoever wants to stop the
 * server needs the same lock exclusively. So nobody stops a server another process has just entered, and of
 * several processes leaving at once the last one stops it.
 */
export type Presence = {
  /** Resolves when the session broke: the server died or was stopped. */
  lost: Promise<void>;
  end(): Promise<void>;
};

/** Any number will do, as long as every version of this program uses the same one. */
const PRESENCE_LOCK = 7_306_325;
const OUR_SESSIONS = 'embedded-postgres';

/** `'nobody there'`: nothing listens on the socket. `'busy'`: it is starting, recovering or stopping; ask again. */
export async function tryToEnter(
  server: PostgresServer,
): Promise<Presence | 'nobody there' | 'busy'> {
  const socket = new Socket();
  const client = ourClient(server, socket);
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK]);
  } catch (error) {
    socket.destroy();
    return understand(error, server);
  }
  socket.unref(); // being present is no reason to keep a finished process alive
  return {
    lost,
    async end() {
      socket.ref();
      await client.end().catch(() => {});
    },
  };
}

/** Creates the database unless it is there; another process may do the same at the same time. */
export async function ensureDatabase(server: PostgresServer, database: string): Promise<void> {
  const client = ourClient(server);
  try {
    await client.connect();
    const found = await client.query('select from pg_database where datname = $1', [database]);
    if (found.rowCount === 0)
      await client.query(`create database ${pg.escapeIdentifier(database)}`);
  } catch (error) {
    if (!['42P04', '23505'].includes(codeOf(error))) throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Call when the own presence has ended. Sessions of other programs (a psql, say) count as use too. */
export async function leaveAndMayStop(server: PostgresServer): Promise<'stopped' | 'in use'> {
  const client = ourClient(server);
  try {
    await client.connect();
    const { rowCount: alone } = await client.query('select where pg_try_advisory_lock($1)', [
      PRESENCE_LOCK,
    ]);
    if (!alone || !(await sessionsEnd(client))) return 'in use';
    await server.stop(); // while we hold the lock: nobody can enter and then be thrown out
    return 'stopped';
  } catch (error) {
    return understand(error, server) === 'nobody there' ? 'stopped' : 'in use';
  } finally {
    await client.end().catch(() => {});
  }
}

/** A pool calls itself closed before its sessions are, so they get a moment. */
async function sessionsEnd(client: pg.Client): Promise<boolean> {
  for (let waited = 0; waited < 1000; waited += 20) {
    const { rowCount: others } = await client.query(
      `select from pg_stat_activity where backend_type = 'client backend' and application_name <> $1`,
      [OUR_SESSIONS],
    );
    if (others === 0) return true;
    await sleep(20);
  }
  return false;
}

function ourClient(server: PostgresServer, stream = new Socket()): pg.Client {
  const client = new pg.Client({
    ...server.connection,
    database: 'postgres',
    application_name: OUR_SESSIONS,
    connectionTimeoutMillis: 5000,
    ssl: false, // whatever PGSSLMODE says: a unix socket has none
    stream: () => stream,
  });
  client.on('error', () => {}); // a broken session shows as `lost`
  return client;
}

function understand(error: unknown, server: PostgresServer): 'nobody there' | 'busy' {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'nobody there';
  if (code === 'EACCES' || code === 'EPERM') {
    throw new Error(
      `The PostgreSQL in ${server.dataDir} belongs to another user of this machine.`,
      { cause: error },
    );
  }
  // 28: not let in, 3D: no such database. Neither mends itself.
  if (code.startsWith('28') || code.startsWith('3D')) throw error;
  return 'busy';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
