import { randomInt } from 'node:crypto';
import type { Log } from './service.ts';

type Background = {
  /** Starts the work at a random time within the next second. */
  run(work: () => Promise<void>): void;
  /** Starts waiting work at once, and waits for all of it. */
  drain(): Promise<void>;
};

/**
 * The random delay keeps the work from slowing down a request of whoever caused it, which would reveal how much there
 * was to do. It is short enough that nobody notices a late email.
 */
const MAX_DELAY_MS = 1000;

/** Work done after the response. Failures are logged, and shutdown can wait for it. */
export function createBackground(log: Log): Background {
  const pending = new Set<Promise<void>>();
  const waiting = new Set<() => void>();
  return {
    run(work) {
      const begun = new Promise<void>((begin) => {
        const timer = setTimeout(start, randomInt(MAX_DELAY_MS));
        waiting.add(start);
        function start() {
          clearTimeout(timer);
          waiting.delete(start);
          begin();
        }
      });
      const running = begun
        .then(work)
        .catch((error) => log.error({ err: error }, 'background work failed'))
        .finally(() => pending.delete(running));
      pending.add(running);
    },
    async drain() {
      while (pending.size > 0) {
        for (const start of waiting) start();
        await Promise.all(pending);
      }
    },
  };
}
