import { AccountAdminError } from '@aparajita/auth-server';
import { BackupRefusedError } from '@aparajita/postgres/backup-file';
import { LockHeldError } from '@aparajita/postgres/lock-timeout';
import { MigrationRefusedError } from '@aparajita/postgres/migrate';
import { DatabaseUnreachableError } from '@aparajita/postgres/reachable';

/** What the operator can fix; the message says how. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

const FIXABLE = [
  OperatorError,
  AccountAdminError,
  BackupRefusedError,
  DatabaseUnreachableError,
  LockHeldError,
  MigrationRefusedError,
];

/** What to print about an error that ends the process: the message alone if the operator can fix it. */
export function reasonOf(error: unknown): unknown {
  return error instanceof Error && FIXABLE.some((kind) => error instanceof kind)
    ? error.message
    : error;
}
