import pg from 'pg';

/** The database refuses our login or does not respond; the message names the setting and the reason. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
}

/** How long the server may take to respond at the start, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens and closes one connection per URL. `urls` are by the name of their setting.
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

async function connect(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {}); // connect() rejects with it
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
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
