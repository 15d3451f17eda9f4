/** The levels of a log that are used here. */
type Log<Level extends string> = Record<Level, (fields: object, message: string) => void>;

/** Logs an error; `fields.err` is it. */
export type ReportError<Level extends string> = (
  level: Level,
  fields: { err: unknown; [name: string]: unknown },
  message: string,
) => void;

/** The shortest time between two log lines about errors of one kind, in milliseconds. */
const LOG_INTERVAL_MS = 10_000;

/**
 * Logs errors that come in numbers, but those of one kind at most every ten seconds: while PostgreSQL cannot be reached,
 * each of the queues fails twice a second, and in a flash sale hundreds of requests are refused. The next line of its kind
 * says how many were left out, or that of another kind ten seconds later. `clock` is monotonic, in milliseconds.
 */
export function summarizeErrors<Level extends string>(
  log: Log<Level>,
  clock: () => number = () => performance.now(),
): ReportError<Level> {
  /** The errors of each kind since it was last logged; `write` logs its first. */
  const kinds = new Map<
    string,
    { loggedAt: number; leftOut: number; write: (more: object) => void }
  >();
  return (level, fields, message) => {
    const now = clock();
    const name = `${level} ${message} ${kindOf(fields.err)}`;
    const kind = kinds.get(name);
    if (kind && now - kind.loggedAt < LOG_INTERVAL_MS) {
      kind.leftOut += 1;
      return;
    }
    const write = (more: object) => log[level]({ ...fields, ...more }, message);
    write(kind?.leftOut ? { left_out: kind.leftOut } : {});
    kinds.set(name, { loggedAt: now, leftOut: 0, write });
    for (const [former, { loggedAt, leftOut, write }] of kinds) {
      if (now - loggedAt < LOG_INTERVAL_MS) continue;
      if (leftOut > 0) write({ left_out: leftOut });
      kinds.delete(former);
    }
  };
}

/** Errors that differ only in ids or numbers are one kind. */
function kindOf(error: unknown): string {
  const { code = '', message = error } = Object(error);
  return `${code} ${message}`.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d+/gi, '#');
}
