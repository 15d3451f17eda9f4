/** PostgreSQL's and the driver's error codes, by what a program does about them. */

const UNIQUE_VIOLATION = '23505';

/** Chosen by PostgreSQL to give way; the same work succeeds when run again. */
const GAVE_WAY = new Set(['40001', '40P01']);

/** A lock was not to be had in time. The same work succeeds once whoever holds it is done. */
const LOCK_TIMEOUT = '55P03';
/** A statement took longer than any of ours should, or an operator ended it. */
const CANCELED = '57014';

/** The connection is of no more use: the server is away, shutting down, starting, or lets nobody in. */
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
/** Class 53, insufficient resources: the disk or the memory is full, and the like; and the disk cannot be read. */
const OUT_OF_RESOURCES = /^(53...|58030)$/;

/** Nobody gave a connection back in time. */
export class NoConnectionFree extends Error {
  override name = 'NoConnectionFree';

  constructor() {
    super('Every connection to the database is in use');
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function gaveWay(error: unknown): boolean {
  return GAVE_WAY.has(codeOf(error));
}

export function violates(error: unknown, constraint: string): boolean {
  return (
    codeOf(error) === UNIQUE_VIOLATION &&
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === constraint
  );
}

export function lockTimedOut(error: unknown): boolean {
  return codeOf(error) === LOCK_TIMEOUT;
}

/** The database works, and had no time for this: whoever asked may ask again when it has. */
export function databaseBusy(error: unknown): boolean {
  return lockTimedOut(error) || codeOf(error) === CANCELED || error instanceof NoConnectionFree;
}

/** The connection that said this has to be closed. */
export function connectionBroke(error: unknown): boolean {
  const code = codeOf(error);
  return (
    BROKEN.has(code) ||
    code.startsWith('08') ||
    (error instanceof Error && BROKEN_MESSAGES.some((message) => error.message.includes(message)))
  );
}

/** The database cannot be reached, or can do no work just now; nobody here can mend that. */
export function databaseAway(error: unknown): boolean {
  return connectionBroke(error) || OUT_OF_RESOURCES.test(codeOf(error));
}
