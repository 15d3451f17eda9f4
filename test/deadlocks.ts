import pg from 'pg';
import { onTestFinished, vi } from 'vitest';

const DEADLOCK = '40P01';

/**
 * Counts the deadlock errors that this process receives until the test ends. Responses do not show them because the
 * shop repeats the transaction that PostgreSQL aborted, and PostgreSQL's own counter lags until a connection ends.
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
