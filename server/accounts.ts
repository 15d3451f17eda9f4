import type { Auth } from '@aparajita/auth-server';
import { openPool } from '@aparajita/postgres/pool';
import type pg from 'pg';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings/settings.ts';
import { shopAuth, shopHostedAuth } from './shop-auth.ts';

/** Who keeps the accounts: we do, or another service of the same protocol. */
export type Accounts = Pick<Auth, 'shopperFrom'> & {
  /** Null where another service keeps them. */
  own: Auth | null;
  /** Finishes what is done behind answers. */
  settle(): Promise<void>;
  /** Lets go of the database, when no job needs it any more. */
  close(): Promise<void>;
};

export type AccountsOptions = {
  settings: Settings;
  secret: string;
  /** The way into the database as shop_auth. */
  connection: pg.ClientConfig;
  jobs: Jobs;
  log: Log;
};

export function openAccounts({
  settings,
  secret,
  connection,
  jobs,
  log,
}: AccountsOptions): Accounts {
  const hosted = settings.hostedAccounts;
  if (hosted) {
    const shopperFrom = shopHostedAuth({ ...hosted, clock: Date.now });
    return { shopperFrom, own: null, settle: async () => {}, close: async () => {} };
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
    // Without a mail server mails can be read in demo mode alone: elsewhere nothing that needs one is offered.
    ...((settings.smtp || settings.demo) && {
      sendMail: (mail, tx) => jobs.send(tx, 'auth-mail', mail),
    }),
    prepare: !pooled,
  });
  const { shopperFrom, settle } = own;
  return { shopperFrom, own, settle, close: () => pool.end() };
}
