import pg from 'pg';
import { withClient } from './with-client.ts';

/** The database refuses our login, does not respond or cannot be used; the message names the setting and the reason. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
}

/** How long the server may take to respond at the start, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens and closes one connection per URL, which must be able to write. `urls` are by the name of their setting.
 *
 * @throws DatabaseUnreachableError with one sentence for each unusable URL, without passwords.
 */
export async function checkReachable(urls: Record<string, string>): Promise<void> {
  const names = new Map<string, string[]>();
  for (const [name, url] of Object.entries(urls)) {
    names.set(url, [...(names.get(url) ?? []), name]);
  }
  const faults = await Promise.all(
    [...names].map(async ([url, settings]) => {
      const fault = await connect(url).catch((error: unknown) => explain(new URL(url), error));
      return fault ? [`${settings.join(', ')}: ${fault}`] : [];
    }),
  );
  if (faults.flat().length > 0) throw new DatabaseUnreachableError(faults.flat().join('\n'));
}

/** What is wrong with a database that lets us in. */
async function connect(url: string): Promise<string | undefined> {
  const isReadOnly = await withClient(options(url), async (client) => {
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'show transaction_read_only',
    );
    return rows[0]?.transaction_read_only === 'on';
  });
  const { host } = new URL(url);
  return isReadOnly
    ? `the database at ${host} is read-only, perhaps a standby: name the primary server`
    : undefined;
}

/**
 * Whether a connection to this address is one session of PostgreSQL for as long as it lasts. Behind a pooler that gives
 * each transaction any of its connections (PgBouncer's transaction mode) it is not: then two clients get the same session
 * in turn, or one client gets several. A pooler for single statements refuses the transaction.
 */
export async function keepsSession(url: string): Promise<boolean> {
  return withClient(options(url), (first) =>
    withClient(options(url), async (second) => {
      const before = [await sessionOf(first), await sessionOf(first)];
      const begun = await second.query('begin').catch(refused);
      if (!begun) return false;
      const other = await sessionOf(second);
      const sessions = new Set([...before, await sessionOf(first)]);
      return sessions.size === 1 && !sessions.has(other);
    }),
  );
}

function refused(error: unknown): undefined {
  if (!(error instanceof pg.DatabaseError)) throw error;
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

function options(connectionString: string): pg.ClientConfig {
  return { connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
}

function explain({ host, username, pathname }: URL, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (code === '28P01') return `the password of the user ${username} is wrong`;
  if (code.startsWith('28'))
    return `the database at ${host} does not let ${username} in: ${message}`;
  if (code === '3D000') return `there is no database ${pathname.slice(1)} at ${host}`;
  if (error instanceof pg.DatabaseError) return `the database at ${host} says: ${message}`;
  return `no database answers at ${host}: ${message || code}`;
}
