import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  connectionBroke,
  lockTimedOut,
  NoConnectionFreeError,
  serializationFailed,
} from './error-codes.ts';
import { Semaphore } from './semaphore.ts';
import { localTimeouts, REQUEST_TIMEOUTS, type Timeouts } from './timeouts.ts';

/**
 * What a caller borrows a connection of the pool for. Limits per purpose reserve connections for reads: single
 * statements leave one connection of the pool free, and transactions, which wait for each other's locks, two. Searches,
 * which clients can make slow, get less than half of the pool.
 */
export type Purpose = 'read' | 'search' | 'statement' | 'transaction';

/** Send `settings` before the first statement, in its transaction. Usually there are none. */
export type Work<T> = (client: pg.PoolClient, settings: readonly pg.QueryConfig[]) => Promise<T>;

type BorrowOptions = {
  purpose: Purpose;
  /** False for work that is retried anyway: it fails at once when a lock is taken. */
  waitForLocks: boolean;
};

/**
 * Lends `work` a connection of the pool, and runs it again after a serialization failure, a deadlock or a lock timeout.
 * A caller that waits for a lock returns its connection meanwhile, and only a few check at a time whether the lock is
 * free: however many want a locked row, other requests are served.
 *
 * @throws the last error of `work`, or NoConnectionFreeError, after at most MAX_WAIT_MS and one more try.
 */
export function withConnection<T>(
  pool: pg.Pool,
  options: BorrowOptions,
  work: Work<T>,
): Promise<T> {
  if (!borrowers.has(pool)) registerPool(pool, REQUEST_TIMEOUTS, false); // a pool that openPool did not make
  const borrowFrom = borrowers.get(pool);
  if (!borrowFrom) throw new Error('This pool is not registered');
  return borrowFrom(options, work);
}

/** Applies the limits to this pool. `pooled`: a pooler is in between, so its connections keep no settings. */
export function registerPool(pool: pg.Pool, timeouts: Timeouts, pooled: boolean): void {
  borrowers.set(pool, createBorrower(pool, timeouts, pooled));
}

/** One per pool, for all its callers. */
const borrowers = new WeakMap<pg.Pool, ReturnType<typeof createBorrower>>();

/**
 * The total wait for a connection and for locks: with the last try, and on a busy machine, it is within five seconds.
 */
const MAX_WAIT_MS = 3_000;

/** The share of a pool's connections that searches may use. A search page takes two. */
const SEARCH_SHARE = 0.4;

/** How many callers at a time check whether their lock is free. */
const RETRIES_AT_ONCE = 2;

/** The lock timeout of those retries, in milliseconds: they are many, and a lock held for long usually stays held. */
const RETRY_LOCK_MS = 150;

function createBorrower(pool: pg.Pool, timeouts: Timeouts, pooled: boolean) {
  const size = pool.options.max;
  const limits = {
    read: new Semaphore(size),
    search: new Semaphore(Math.max(1, Math.floor(SEARCH_SHARE * size))),
    statement: new Semaphore(Math.max(1, size - 1)),
    transaction: new Semaphore(Math.max(1, size - 2)),
  };
  const retries = new Semaphore(Math.min(RETRIES_AT_ONCE, Math.max(1, size - 2)));
  const shortTimeouts = [
    localTimeouts({ ...timeouts, lock: Math.min(RETRY_LOCK_MS, timeouts.lock) }),
  ];
  const initialTimeouts = pooled ? [localTimeouts(timeouts)] : [];
  let waiting = 0;

  /**
   * When more callers wait for locks than the pool could serve, new ones probably meet the same lock, so they get the
   * short timeout, too.
   */
  const settings = (again: boolean) =>
    again || waiting > 2 * size ? shortTimeouts : initialTimeouts;

  async function tryOnce<T>(purpose: Purpose, until: number, work: Work<T>, again = false) {
    const limit = limits[purpose];
    if (!(await limit.acquire(until))) throw new NoConnectionFreeError();
    try {
      return await borrow(pool, (client) => work(client, settings(again)));
    } finally {
      limit.release();
    }
  }

  async function tryAgain<T>(purpose: Purpose, until: number, work: Work<T>, first: unknown) {
    let failure = first;
    waiting += 1;
    try {
      for (;;) {
        await sleep(20 + 80 * Math.random());
        if (!(await retries.acquire(until))) throw failure;
        try {
          return await tryOnce(purpose, until, work, true);
        } catch (error) {
          if (!lockTimedOut(error)) throw error;
          failure = error;
        } finally {
          retries.release();
        }
      }
    } finally {
      waiting -= 1;
    }
  }

  return async <T>({ purpose, waitForLocks }: BorrowOptions, work: Work<T>): Promise<T> => {
    const until = performance.now() + MAX_WAIT_MS;
    try {
      return await tryOnce(purpose, until, work);
    } catch (error) {
      if (serializationFailed(error)) return tryOnce(purpose, until, work);
      if (waitForLocks && lockTimedOut(error)) return tryAgain(purpose, until, work, error);
      throw error;
    }
  };
}

async function borrow<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    // Closes a broken connection, and one that is still in a transaction; a failed statement alone does no harm.
    const closed = connectionBroke(error) || client.connection.stream.destroyed;
    client.release(closed || client.getTransactionStatus() !== 'I');
    throw error;
  }
}
