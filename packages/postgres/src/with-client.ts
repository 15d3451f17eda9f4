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

/**
 * Runs `work` in a transaction of `client`, which is in none: committed when it resolves, rolled back when it rejects.
 * For commands and tools that have a connection of their own; requests use the executor.
 */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // a lost connection has rolled back by itself
    throw error;
  }
}
