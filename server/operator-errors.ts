import { BackupRefusedError } from '@aparajita/postgres/backup-file';
import { LockHeldError } from '@aparajita/postgres/lock-timeout';
import { MigrationRefusedError } from '@aparajita/postgres/migrate';
import { DatabaseUnreachableError } from '@aparajita/postgres/reachable';
import { ProductionDataRefusedError } from '#server/demo/production-data.ts';
import { SettingsError } from '#server/environment/settings.ts';
import { MixedPaymentModesError } from '#server/payments/shop-payments.ts';

/** What the operator can fix; the message says how. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

const FIXABLE = [
  OperatorError,
  BackupRefusedError,
  DatabaseUnreachableError,
  LockHeldError,
  MigrationRefusedError,
  MixedPaymentModesError,
  ProductionDataRefusedError,
  SettingsError,
];

/** What to print about an error that ends the process: the message alone if the operator can fix it. */
export function reasonOf(error: unknown): unknown {
  return error instanceof Error && FIXABLE.some((kind) => error instanceof kind)
    ? error.message
    : error;
}
