import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { lockTimedOut } from './error-codes.ts';
import { withClient } from './with-client.ts';

/** Somebody kept a lock for longer than we wait. The message says who, as far as PostgreSQL shows it. */
export class LockHeldError extends Error {
  override name = 'LockHeldError';
}

export type WaitLog = { warn(fields: object, message: string): void };

type Options = {
  /** What the connection is for: its name in pg_stat_activity, in the log and in the error. */
  purpose: string;
  /** Told who holds a lock for which a statement waits: after half a second, then every half a minute. */
  log?: WaitLog | undefined;
  /** How long a statement waits for a lock that it does not bound itself, in milliseconds; two minutes by default. */
  waitMs?: number;
};

/** Who was last seen to hold a lock that we waited for, as a sentence; empty when nobody was. */
export type Holders = () => string;

const WAIT_MS = 120_000;
/** How often somebody else's connection is asked who we wait for, in milliseconds. */
const LOOK_MS = 500;
const LOG_INTERVAL_MS = 30_000;

/**
 * Opens a connection of its own for `work`, on which no statement waits for a lock for ever or without a word.
 *
 * @throws LockHeldError after `waitMs`; what `work` throws.
 */
export async function withLockWaits<T>(
  connection: pg.ClientConfig,
  { purpose, log, waitMs = WAIT_MS }: Options,
  work: (client: pg.Client, holders: Holders) => Promise<T>,
): Promise<T> {
  const named = { application_name: purpose, ...connection };
  return withClient(named, async (client) => {
    let seen: Holder[] = [];
    const holders = () => seen.map(describe).join(', ');
    const done = new AbortController();
    const { rows } = await client.query<{ pid: number }>(
      `select pg_backend_pid() as pid, set_config('lock_timeout', $1, false)`,
      [String(waitMs)],
    );
    let loggedAt = Number.NEGATIVE_INFINITY;
    const watching = watch(named, rows[0]?.pid, done.signal, (found) => {
      seen = found;
      if (performance.now() - loggedAt < LOG_INTERVAL_MS) return;
      loggedAt = performance.now();
      log?.warn({ holders: seen }, `${purpose}: waiting for a lock that somebody else holds`);
    });
    try {
      return await work(client, holders);
    } catch (cause) {
      if (!lockTimedOut(cause)) throw cause;
      throw new LockHeldError(`${purpose}: ${heldBy(holders())}`, { cause });
    } finally {
      done.abort();
      await watching;
    }
  });
}

/** What to say about a lock that did not become free. */
export function heldBy(holders: string): string {
  return (
    `somebody else keeps a lock that is needed: ${holders || 'pg_locks and pg_stat_activity show who'}. ` +
    'Wait for it or end it (pg_terminate_backend), then start again.'
  );
}

type Holder = {
  pid: number;
  user: string | null;
  application: string | null;
  address: string | null;
  state: string | null;
  since: string | null;
};

/** Of another login PostgreSQL shows little more than the process, except to superusers. */
const HOLDERS = `
  select pid, usename as user, application_name as application, client_addr::text as address, state,
    to_char(coalesce(xact_start, state_change) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
  from pg_stat_activity where pid = any (pg_blocking_pids($1)) order by xact_start`;

function describe({ pid, user, application, address, state, since }: Holder): string {
  const details = [
    user && `user ${user}`,
    application && `application ${application}`,
    address && `from ${address}`,
    state && since && `${state} since ${since}`,
  ].filter(Boolean);
  return [`process ${pid}`, details.length > 0 && `(${details.join(', ')})`]
    .filter(Boolean)
    .join(' ');
}

/** Reports who holds the lock for which `pid` waits, until `signal`. Opens its connection only for work that takes long. */
async function watch(
  connection: pg.ClientConfig,
  pid: number | undefined,
  signal: AbortSignal,
  report: (holders: Holder[]) => void,
): Promise<void> {
  try {
    await sleep(LOOK_MS, undefined, { signal });
    await withClient(connection, async (watcher) => {
      for (;;) {
        const { rows } = await watcher.query<Holder>(HOLDERS, [pid]);
        if (rows.length > 0) report(rows);
        await sleep(LOOK_MS, undefined, { signal });
      }
    });
  } catch {
    // Ended, or the server has no connection to spare: then nobody is named.
  }
}
