/** PostgreSQL's and the driver's error codes, by what they mean to the shop. */

/** Raised by auth.enter() when the session behind an access token has ended. */
export const SESSION_ENDED = 'SH401';
const UNIQUE_VIOLATION = '23505';

/** Chosen by PostgreSQL to give way; the same work succeeds when run again. */
const GAVE_WAY = new Set(['40001', '40P01']);

/** The database cannot be reached or is not taking work: shutting down, starting, full, or cut off. */
const AWAY = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
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
const AWAY_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
];

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function sessionEnded(error: unknown): boolean {
  return codeOf(error) === SESSION_ENDED;
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

export function databaseAway(error: unknown): boolean {
  const code = codeOf(error);
  return (
    AWAY.has(code) ||
    code.startsWith('08') ||
    (error instanceof Error && AWAY_MESSAGES.some((message) => error.message.includes(message)))
  );
}
