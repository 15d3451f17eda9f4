import { Semaphore } from '@aparajita/postgres/semaphore';
import { AppError } from '#contract/errors.ts';

/** How long a report waits for those before it, in milliseconds. */
const MAX_WAIT_MS = 4_000;

const BUSY = {
  message: 'Another report is being made. Please try again in a moment.',
  retryAfter: 5,
};

/**
 * Lets one report at a time read: of the staff's few connections the others stay free for orders and packing, however often
 * a long report is reloaded. @throws AppError unavailable when those before it took too long.
 */
export function oneReportAtATime(
  maxWaitMs = MAX_WAIT_MS,
): <T>(read: () => Promise<T>) => Promise<T> {
  const places = new Semaphore(1);
  return async (read) => {
    if (!(await places.enter(performance.now() + maxWaitMs)))
      throw new AppError('unavailable', BUSY);
    try {
      return await read();
    } finally {
      places.leave();
    }
  };
}
