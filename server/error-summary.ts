/** The levels of a log that are used here. */
type Log<Level extends string> = Record<Level, (fields: object, message: string) => void>;

export type ErrorSummary<Level extends string> = {
  /** `fields.err` is the error. */
  report(level: Level, fields: object, message: string): void;
  /** Logs what has been left out so far. */
  flush(): void;
};

/** The errors of one kind since the kind was last logged. */
type Kind<Level> = {
  level: Level;
  message: string;
  loggedAt: number;
  latest: object;
  count: number;
  queues: Set<string>;
};

/** The shortest time between two log lines about errors of one kind, in milliseconds. */
const LOG_INTERVAL_MS = 10_000;

/**
 * Logs errors that come in numbers, but those of one kind at most every ten seconds: while PostgreSQL cannot be reached,
 * each of the queues fails twice a second, and in a flash sale hundreds of requests are refused. The next line says how
 * many errors were left out, and of which queues. `clock` is monotonic, in milliseconds.
 */
export function openErrorSummary<Level extends string>(
  log: Log<Level>,
  clock: () => number = () => performance.now(),
): ErrorSummary<Level> {
  const kinds = new Map<string, Kind<Level>>();

  function write(kind: Kind<Level>) {
    const { level, message, latest, count, queues } = kind;
    const leftOut = count > 1 && {
      left_out: count - 1,
      ...(queues.size > 0 && { queues: [...queues].toSorted() }),
    };
    log[level]({ ...latest, ...leftOut }, message);
    Object.assign(kind, { loggedAt: clock(), count: 0, queues: new Set() } satisfies Partial<
      Kind<Level>
    >);
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
    report(level, fields, message) {
      const err: unknown = Reflect.get(fields, 'err');
      const name = `${level} ${message} ${kindOf(err)}`;
      const kind = kinds.get(name) ?? {
        level,
        message,
        loggedAt: Number.NEGATIVE_INFINITY,
        latest: fields,
        count: 0,
        queues: new Set(),
      };
      kinds.set(name, kind);
      kind.latest = fields;
      kind.count += 1;
      const queue = propertyOf(err, 'queue');
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
