import { type AccountAdmin, AccountAdminError } from '@aparajita/auth-server';
import { openPool } from '@aparajita/postgres/pool';
import { openAccounts } from '#server/accounts/accounts.ts';
import { openDatabaseServer } from '#server/database/database-server.ts';
import { readOrCreateSecret } from '#server/demo/production-data.ts';
import type { Settings } from '#server/environment/settings.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { createLog } from '#server/log.ts';
import { OperatorError } from '#server/operator-errors.ts';

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
    if (!accounts.own) throw new OperatorError('The accounts are kept by the service at AUTH_URL.');
    await work(accounts.own.admin);
  } catch (error) {
    throw error instanceof AccountAdminError ? new OperatorError(error.message) : error;
  } finally {
    // In reverse order of opening; an open queue would keep the process alive.
    for (const close of open.toReversed()) await close();
  }
}
