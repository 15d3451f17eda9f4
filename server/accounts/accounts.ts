import type { Auth } from '@aparajita/auth-server';
import { openPool } from '@aparajita/postgres/pool';
import type pg from 'pg';
import type { Settings } from '#server/environment/settings.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Log } from '#server/log.ts';
import type { ReadProfile } from '#server/profile/routes.ts';
import { shopAuth, shopHostedAuth } from './shop-auth.ts';

/** Who manages the accounts: our own code, or a hosted service that speaks the same protocol. */
export type Accounts = Pick<Auth, 'authenticate'> & {
  /** Null when a hosted service manages the accounts. */
  own: Auth | null;
  /** Waits for work that continues after the response was sent. */
  drain(): Promise<void>;
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

export function openAccounts({
  settings,
  secret,
  connection,
  jobs,
  log,
  readProfile,
}: AccountsOptions): Accounts {
  const hosted = settings.hostedAccounts;
  if (hosted) {
    const authenticate = shopHostedAuth({ ...hosted, clock: Date.now });
    return { authenticate, own: null, drain: async () => {}, close: async () => {} };
  }
  const pooled = settings.database?.pooled ?? false;
  const size = settings.databasePool;
  const pool = openPool({ connection, role: 'shop_auth', pooled, size, log });
  const own = shopAuth({
    pool,
    settings: {
      issuer: `${settings.publicUrl}/auth/v1`,
      secret,
      previousSecrets: settings.authPreviousSecrets,
      allowedOrigins: settings.authAllowedOrigins,
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
  const { authenticate, drain } = own;
  return { authenticate, own, drain, close: () => pool.end() };
}
