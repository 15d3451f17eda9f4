import pino from 'pino';

export type Log = pino.Logger;

/** The process's log: one JSON line per event on standard output. Secrets and personal data stay out of it. */
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
 * What the log keeps of an error, or of what a library passes for one. PostgreSQL's `detail` is left out: it quotes the
 * values of rows.
 */
function describeError(error: unknown): object {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { message = `no message, only ${Object.keys(error).join(', ')}` } = told(error);
  return {
    ...(error instanceof Error && { type: error.name }),
    ...told(error),
    message,
    ...('cause' in error && error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

const TOLD = ['message', 'code', 'constraint', 'queue', 'stack'];

function told(error: object): Record<string, unknown> {
  const properties = TOLD.map((name) => [name, Reflect.get(error, name)]);
  return Object.fromEntries(properties.filter(([, value]) => value !== undefined));
}
