import type { Log } from '#server/platform/log.ts';

export type Background = {
  run(work: () => Promise<void>): void;
  settle(): Promise<void>;
};

/** Work that is done behind an answer. It is logged when it fails, and can be waited for. */
export function createBackground(log: Log): Background {
  const underWay = new Set<Promise<void>>();
  return {
    run(work) {
      const running = work()
        .catch((error) => log.error({ err: error }, 'something behind an answer failed'))
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },
    async settle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
