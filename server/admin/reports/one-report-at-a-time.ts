import { Semaphore } from '@aparajita/postgres/semaphore';
import { AppError } from '#contract/errors.ts';

/** How long a report waits for earlier ones, in milliseconds. */
const MAX_WAIT_MS = 4_000;

const BUSY = {
  message: 'Another report or file is being made. Please try again in a moment.',
  retryAfter: 5,
};

/** Runs what reads many rows when its turn has come. */
export type InTurn = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Runs one report or export of orders at a time, so that together they occupy only one of the staff's few connections, even
 * if a long one is reloaded several times. @throws AppError unavailable if the earlier ones took too long.
 */
export function oneReportAtATime(maxWaitMs = MAX_WAIT_MS): InTurn {
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
