/** Error codes of PostgreSQL and its driver, by how a program handles them. */

/** Serialization failure and deadlock: the same work succeeds when run again. */
const SERIALIZATION_FAILURES = new Set(['40001', '40P01']);

/** Lock timeout. The same work succeeds once the holder has released the lock. */
const LOCK_TIMEOUT = '55P03';
/** A statement exceeded its timeout, or an operator cancelled it. */
const CANCELED = '57014';

/** The connection is unusable: the server is down, shutting down, starting, or refuses logins. */
const BROKEN = new Set([
  '25006', // read-only: it has become the standby of another server, or is one
  '25P03', // idle in transaction
  '28000', // these three: the login, its password or the database was changed since the start
  '28P01',
  '3D000',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
const BROKEN_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
];
/** Class 53, insufficient resources: disk or memory is full, and the like; and I/O errors of the disk. */
const OUT_OF_RESOURCES = /^(53...|58030)$/;

/** No connection of the pool became free in time. */
export class NoConnectionFreeError extends Error {
  override name = 'NoConnectionFreeError';

  constructor() {
    super('Every connection to the database is in use');
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function serializationFailed(error: unknown): boolean {
  return SERIALIZATION_FAILURES.has(codeOf(error));
}

/** Whether this constraint refused the statement: a table's, a unique index, or a name that a trigger's error gives. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}

export function lockTimedOut(error: unknown): boolean {
  return codeOf(error) === LOCK_TIMEOUT;
}

/** The database works, but had no capacity for this: the client may retry later. */
export function databaseBusy(error: unknown): boolean {
  return [LOCK_TIMEOUT, CANCELED].includes(codeOf(error)) || error instanceof NoConnectionFreeError;
}

/** Whether the connection with this error has to be closed. */
export function connectionBroke(error: unknown): boolean {
  const code = codeOf(error);
  return (
    BROKEN.has(code) ||
    code.startsWith('08') ||
    (error instanceof Error && BROKEN_MESSAGES.some((message) => error.message.includes(message)))
  );
}

/** The database cannot be reached or cannot work now; the application cannot fix that. */
export function databaseDown(error: unknown): boolean {
  return connectionBroke(error) || OUT_OF_RESOURCES.test(codeOf(error));
}
