import { randomInt } from 'node:crypto';
import type { Log } from './log.ts';

export type Background = {
  /** Begins some time within the next second. */
  run(work: () => Promise<void>): void;
  /** Begins what waits, and waits for all of it. */
  settle(): Promise<void>;
};

/**
 * No request of whoever caused the work falls together with it, and so none is slower where there was more to do.
 * At most as long as a mail takes to be noticed.
 */
const LATEST_MS = 1000;

/** Work that is done behind an answer. It is logged when it fails, and can be waited for. */
export function createBackground(log: Log): Background {
  const underWay = new Set<Promise<void>>();
  const waiting = new Set<() => void>();
  return {
    run(work) {
      const begun = new Promise<void>((begin) => {
        const timer = setTimeout(start, randomInt(LATEST_MS));
        waiting.add(start);
        function start() {
          clearTimeout(timer);
          waiting.delete(start);
          begin();
        }
      });
      const running = begun
        .then(work)
        .catch((error) => log.error({ err: error }, 'something behind an answer failed'))
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },
    async settle() {
      while (underWay.size > 0) {
        for (const start of waiting) start();
        await Promise.all(underWay);
      }
    },
  };
}
