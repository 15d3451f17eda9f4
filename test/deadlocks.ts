import pg from 'pg';
import { onTestFinished, vi } from 'vitest';

const DEADLOCK = '40P01';

/**
 * Counts the deadlocks that PostgreSQL ends from now on until the test is over, as they are told to this process. The
 * shop repeats what gave way, so no answer shows them, and the server's own count comes when a connection has ended.
 */
export function watchDeadlocks(): () => number {
  let count = 0;
  const { emit } = pg.Connection.prototype;
  const watched = vi.spyOn(pg.Connection.prototype, 'emit').mockImplementation(function (
    this: pg.Connection,
    event,
    ...told
  ) {
    const [message] = told;
    if (event === 'errorMessage' && message?.code === DEADLOCK) count += 1;
    return emit.call(this, event, ...told);
  });
  onTestFinished(() => watched.mockRestore());
  return () => count;
}
