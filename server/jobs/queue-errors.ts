import type { Log } from '#server/log.ts';

export type QueueErrors = {
  report(error: unknown): void;
  /** Logs what has been left out so far. */
  flush(): void;
};

/** The errors of one kind since the kind was last logged. */
type Kind = { loggedAt: number; latest: unknown; count: number; queues: Set<string> };

/** The shortest time between two log lines about errors of one kind, in milliseconds. */
const LOG_INTERVAL_MS = 10_000;

/**
 * Logs the queue's errors, but those of one kind at most every ten seconds: while PostgreSQL cannot be reached, each of
 * the queues fails twice a second. The next line says how many errors were left out, and of which queues. `clock` is
 * monotonic, in milliseconds.
 */
export function openQueueErrors(log: Log, clock: () => number): QueueErrors {
  const kinds = new Map<string, Kind>();

  function write(kind: Kind) {
    const { latest, count, queues } = kind;
    const leftOut = count > 1 && { left_out: count - 1, queues: [...queues].toSorted() };
    log.warn({ err: latest, ...leftOut }, 'the job queue reported an error');
    Object.assign(kind, { loggedAt: clock(), count: 0, queues: new Set() } satisfies Partial<Kind>);
  }

  /** Logs every kind whose interval is over, also if the new error is of another kind. */
  function writeDue() {
    for (const [name, kind] of kinds) {
      if (clock() - kind.loggedAt < LOG_INTERVAL_MS) continue;
      if (kind.count > 0) write(kind);
      else kinds.delete(name);
    }
  }

  return {
    report(error) {
      const name = kindOf(error);
      const kind = kinds.get(name) ?? {
        loggedAt: Number.NEGATIVE_INFINITY,
        latest: error,
        count: 0,
        queues: new Set(),
      };
      kinds.set(name, kind);
      kind.latest = error;
      kind.count += 1;
      const queue = propertyOf(error, 'queue');
      if (queue) kind.queues.add(queue);
      writeDue();
    },
    flush() {
      for (const kind of kinds.values()) if (kind.count > 0) write(kind);
    },
  };
}

/** Errors that differ only in ids or numbers are one kind. */
function kindOf(error: unknown): string {
  const text = `${propertyOf(error, 'code')} ${propertyOf(error, 'message')}`;
  return text.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d+/gi, '#');
}

function propertyOf(error: unknown, name: string): string {
  if (typeof error !== 'object' || error === null) return name === 'message' ? String(error) : '';
  return String(Reflect.get(error, name) ?? '');
}
