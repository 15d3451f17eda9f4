import pg from 'pg';

/** Opens a connection of its own for `work`, outside any pool, and closes it whatever happens. */
export async function withClient<T>(
  connection: pg.ClientConfig | string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  client.on('error', () => {}); // the running query rejects with it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {}); // a broken connection has ended; the caller needs the work's error
  }
}
