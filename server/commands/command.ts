import path from 'node:path';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { BackupRefusedError } from '@aparajita/postgres/backup-file';
import { checkReachable, DatabaseUnreachableError } from '@aparajita/postgres/reachable';
import { withClient } from '@aparajita/postgres/with-client';
import type pg from 'pg';
import { ProductionDataRefusedError } from '#server/demo/production-data.ts';
import { readSettings, type Settings, SettingsError } from '#server/environment/settings.ts';

/** The data directory of the embedded server. */
export function embeddedDir(settings: Settings): string {
  return path.join(settings.dataDir, 'postgres');
}

/** Passes `work` the owner's connection config for the configured database, whether or not the shop is running. */
export async function withOwnerConfig<T>(
  settings: Settings,
  work: (owner: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  if (settings.database) {
    const { directUrl } = settings.database;
    await checkReachable({ DATABASE_DIRECT_URL: directUrl });
    return work({ connectionString: directUrl });
  }
  const { connection, stop } = await embeddedPostgres(embeddedDir(settings), { database: 'shop' });
  return work(connection).finally(stop);
}

/** Passes `work` an open connection of the owner. */
export function withOwnerClient<T>(
  settings: Settings,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withOwnerConfig(settings, (owner) => withClient(owner, work));
}

/** An error that the operator can fix; print only its message. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

const EXPECTED = [
  OperatorError,
  BackupRefusedError,
  SettingsError,
  DatabaseUnreachableError,
  ProductionDataRefusedError,
];

/** Runs an operator's command: prints only the message of an OperatorError, and others with their stack trace. */
export async function command(
  work: (settings: Settings, args: string[]) => Promise<void>,
): Promise<void> {
  try {
    await work(readSettings(process.env), process.argv.slice(2));
  } catch (error) {
    const expected = error instanceof Error && EXPECTED.some((kind) => error instanceof kind);
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  }
}

/** The single file name argument of a command. */
export function fileArgument(args: string[], usage: string): string {
  const [file] = args;
  if (file === undefined || args.length > 1) throw new OperatorError(`Usage: ${usage}`);
  return path.resolve(file);
}
