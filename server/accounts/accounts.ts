import type { Auth } from '@aparajita/auth-server';
import { openPool } from '@aparajita/postgres/pool';
import type pg from 'pg';
import type { Settings } from '#server/environment/settings.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Log } from '#server/log.ts';
import type { ReadProfile } from '#server/profile/routes.ts';
import { shopAuth } from './shop-auth.ts';

export type Accounts = {
  auth: Auth;
  /** Closes the connection pool; call it when no job needs the pool any more. */
  close(): Promise<void>;
};

type AccountsOptions = {
  settings: Settings;
  secret: string;
  /** Connection parameters for the role shop_auth. */
  connection: pg.ClientConfig;
  jobs: Jobs;
  log: Log;
  /** Without it, new passwords are not compared with the shopper's profile. */
  readProfile?: ReadProfile;
};

/** Opens the accounts with the shop's settings, on connections of their own. */
export function openAccounts({
  settings,
  secret,
  connection,
  jobs,
  log,
  readProfile,
}: AccountsOptions): Accounts {
  const pooled = settings.database?.pooled ?? false;
  const size = settings.databasePool;
  const pool = openPool({ connection, role: 'shop_auth', pooled, size, log });
  const auth = shopAuth({
    pool,
    settings: {
      issuer: `${settings.publicUrl}/auth/v1`,
      secret,
      previousSecrets: settings.authPreviousSecrets,
      confirmEmail: settings.confirmEmail,
      limitsFactor: settings.authLimitsFactor,
    },
    trustProxyHops: settings.trustProxyHops,
    log,
    // Without a mail server, emails can be read only in demo mode. Otherwise no feature that needs an email is offered.
    ...((settings.smtp || settings.demo) && {
      sendEmail: ({ id, userId, encrypted }, tx) =>
        jobs.send(tx, 'auth-mail', { id, user_id: userId, sealed: encrypted }),
    }),
    ...(readProfile && { readProfile }),
    prepare: !pooled,
  });
  return { auth, close: () => pool.end() };
}
