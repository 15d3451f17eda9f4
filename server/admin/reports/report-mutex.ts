import { Semaphore } from '@aparajita/postgres/semaphore';
import { AppError } from '#contract/errors.ts';

/** How long a report waits for earlier ones, in milliseconds. */
const MAX_WAIT_MS = 4_000;

const BUSY = {
  message: 'Another report or file is being made. Please try again in a moment.',
  retryAfter: 5,
};

/** Runs a statement that reads many rows, while no other such statement runs in this process. */
export type RunExclusive = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * A mutex for reports and exports of orders: one runs at a time, so that together they occupy only one of the staff's few
 * connections, even if a long one is reloaded several times. @throws AppError unavailable if the earlier ones took too
 * long.
 */
export function reportMutex(maxWaitMs = MAX_WAIT_MS): RunExclusive {
  const slots = new Semaphore(1);
  return async (read) => {
    if (!(await slots.acquire(performance.now() + maxWaitMs)))
      throw new AppError('unavailable', BUSY);
    try {
      return await read();
    } finally {
      slots.release();
    }
  };
}
