import path from 'node:path';
import type { AccountAdmin } from '@aparajita/auth-server';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { openPool } from '@aparajita/postgres/pool';
import { withClient } from '@aparajita/postgres/with-client';
import type pg from 'pg';
import { openAccounts } from '#server/accounts/accounts.ts';
import { checkOwner, openDatabaseServer } from '#server/database/database-server.ts';
import { readOrCreateSecret } from '#server/demo/production-data.ts';
import { dataFolderFault, readSettings, type Settings } from '#server/environment/settings.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { createLog } from '#server/log.ts';
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

/** Opens the auth server as the shop does, with a job queue for its emails and without the rest of the shop. */
export async function withAccounts(
  settings: Settings,
  work: (admin: AccountAdmin) => Promise<void>,
): Promise<void> {
  const log = createLog('warn');
  const server = await openDatabaseServer(settings);
  const pooled = settings.database?.pooled ?? false;
  const pool = openPool({ connection: server.shop, role: 'shop_app', pooled, size: 2, log });
  const open: (() => Promise<unknown>)[] = [server.stop, () => pool.end()];
  try {
    const jobs = await openJobs(pool, log);
    open.push(jobs.stop);
    const secret = settings.authSecret ?? (await readOrCreateSecret(settings.dataDir));
    const accounts = openAccounts({ settings, secret, connection: server.auth, jobs, log });
    open.push(accounts.close);
    await work(accounts.auth.admin);
  } finally {
    // In reverse order of opening; an open queue would keep the process alive.
    for (const close of open.toReversed()) await close();
  }
}
