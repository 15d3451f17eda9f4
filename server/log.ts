import pino from 'pino';

export type Log = pino.Logger;

/** The process's log: one JSON line per event on standard output. Never log secrets or personal data. */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * What the log contains of an error or of an error-like object. It omits PostgreSQL's `detail`, which quotes the values
 * of rows.
 */
function describeError(error: unknown, depth = 0): object {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { message = `no message, only ${Object.keys(error).join(', ')}` } = loggedProperties(error);
  return {
    ...(error instanceof Error && { type: error.name }),
    ...loggedProperties(error),
    message,
    ...('cause' in error &&
      error.cause !== undefined &&
      depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** An error may be its own cause. */
const MAX_CAUSES = 5;

const LOGGED_PROPERTIES = ['message', 'code', 'constraint', 'queue', 'stack'];

function loggedProperties(error: object): Record<string, unknown> {
  const properties = LOGGED_PROPERTIES.map((name) => [name, Reflect.get(error, name)]);
  return Object.fromEntries(properties.filter(([, value]) => value !== undefined));
}
