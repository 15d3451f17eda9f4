import path from 'node:path';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { withClient } from '@aparajita/postgres/with-client';
import type pg from 'pg';
import { checkOwner } from '#server/database/database-server.ts';
import { dataFolderFault, readSettings, type Settings } from '#server/environment/settings.ts';
import { OperatorError, reasonOf } from '#server/operator-errors.ts';

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
    await checkOwner(settings.database);
    return work({ connectionString: settings.database.directUrl });
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

/** Runs an operator's command: prints why it failed. */
export async function command(
  work: (settings: Settings, args: string[]) => Promise<void>,
): Promise<void> {
  try {
    await work(readSettings(process.env, dataFolderFault), process.argv.slice(2));
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
  }
}

/** The single file name argument of a command. */
export function fileArgument(args: string[], usage: string): string {
  const [file] = args;
  if (file === undefined || args.length > 1) throw new OperatorError(`Usage: ${usage}`);
  return path.resolve(file);
}
