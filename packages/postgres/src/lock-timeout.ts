import type pg from 'pg';
import { lockTimedOut } from './error-codes.ts';
import { withClient } from './with-client.ts';

/** Somebody kept a lock for longer than we wait. */
export class LockHeldError extends Error {
  override name = 'LockHeldError';
}

/** What to say about a lock that did not become free. */
export const LOCK_HELD =
  'somebody else keeps a lock that is needed; pg_stat_activity shows who. Wait for it or end it ' +
  '(pg_terminate_backend), then start again.';

type Options = {
  /** What the connection is for: its name in pg_stat_activity, and in the error. */
  purpose: string;
  /** How long a statement waits for a lock that it does not bound itself, in milliseconds; two minutes by default. */
  waitMs?: number;
};

/**
 * Opens a connection of its own for `work`, on which no statement waits for a lock for ever.
 *
 * @throws LockHeldError after `waitMs`; what `work` throws.
 */
export async function withLockTimeout<T>(
  connection: pg.ClientConfig,
  { purpose, waitMs = 120_000 }: Options,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withClient({ application_name: purpose, ...connection }, async (client) => {
    await client.query(`select set_config('lock_timeout', $1, false)`, [String(waitMs)]);
    try {
      return await work(client);
    } catch (cause) {
      if (!lockTimedOut(cause)) throw cause;
      throw new LockHeldError(`${purpose}: ${LOCK_HELD}`, { cause });
    }
  });
}
