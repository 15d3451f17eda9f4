import type pg from 'pg';

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
