import pg from 'pg';

/** The database does not let us in; the message says for which setting and why. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}

/** How long the server may take to answer at the start, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Opens and closes one connection for each address. `urls` are by the name of their setting.
 *
 * @throws DatabaseUnreachable with one sentence for each address that cannot be used; none repeats a password.
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
  if (faults.flat().length > 0) throw new DatabaseUnreachable(faults.flat().join('\n'));
}

async function connect(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS });
  client.on('error', () => {}); // shows as the failure to connect
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}

function explain({ host, username, pathname }: URL, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const said = error instanceof Error ? error.message : String(error);
  if (code === '28P01') return `the password of the user ${username} is wrong`;
  if (code.startsWith('28')) return `the database at ${host} does not let ${username} in: ${said}`;
  if (code === '3D000') return `there is no database ${pathname.slice(1)} at ${host}`;
  if (error instanceof pg.DatabaseError) return `the database at ${host} says: ${said}`;
  return `no database answers at ${host}: ${said || code}`;
}
