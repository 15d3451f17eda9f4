import { type AccountAdmin, AccountAdminError } from '@aparajita/auth-server';
import { openPool } from '@aparajita/postgres/pool';
import { openAccounts } from '#server/accounts.ts';
import { openDatabaseServer } from '#server/database/database-server.ts';
import { readOrCreateSecret } from '#server/demo/demo-secret.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { createLog } from '#server/log.ts';
import type { Settings } from '#server/settings/settings.ts';
import { command, OperatorError } from './command.ts';

const USAGE = `Usage: npm run accounts -- DO EMAIL
  remove-factor EMAIL [NAME]   removes a second factor of this name, or all, with the recovery codes of the last
  end-sessions EMAIL           signs the account out everywhere
  ban EMAIL                    keeps everybody out of the account
  unban EMAIL                  lets its owner in again
Each ends the account's sessions and is told to its owner by mail.`;

const ACTS = new Map<
  string,
  (admin: AccountAdmin, email: string, name?: string) => Promise<string>
>([
  [
    'remove-factor',
    async (manage, email, name) =>
      `Removed: ${(await manage.removeFactor(email, name)).map((each) => each || 'unnamed').join(', ')}`,
  ],
  ['end-sessions', async (manage, email) => `Sessions ended: ${await manage.endSessions(email)}`],
  [
    'ban',
    async (manage, email) => {
      await manage.ban(email);
      return 'The account is closed until: npm run accounts -- unban';
    },
  ],
  [
    'unban',
    async (manage, email) => {
      await manage.unban(email);
      return 'The account is open again.';
    },
  ],
]);

/** Opens the auth server as the shop does, with a job queue for its mails and without the rest of the shop. */
async function withAccounts(
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

/** `npm run accounts`: what the owner does on a shopper's request, whether or not the shop is running. */
await command(async (settings, args) => {
  const [verb = '', email, name, ...rest] = args;
  const act = ACTS.get(verb);
  if (!act || email === undefined || rest.length > 0) throw new OperatorError(USAGE);
  if (name !== undefined && verb !== 'remove-factor') throw new OperatorError(USAGE);
  await withAccounts(settings, async (manage) => console.log(await act(manage, email, name)));
});
