import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { connectionBroke, gaveWay, lockTimedOut, NoConnectionFree } from './error-codes.ts';
import { Semaphore } from './semaphore.ts';
import { localTimeouts, REQUEST_TIMEOUTS, type Timeouts } from './timeouts.ts';

/**
 * What a connection is wanted for. Reads are never short of one: statements of shoppers leave a connection of the pool
 * free, and transactions, which wait for each other's locks, two. Searches, which take as long as strangers can make
 * them, have less than half of the pool, however many come.
 */
export type Purpose = 'read' | 'search' | 'statement' | 'transaction';

/** `settings` are to be sent before the first statement, in its batch and transaction. Usually there are none. */
export type Work<T> = (client: pg.PoolClient, settings: readonly pg.QueryConfig[]) => Promise<T>;

export type LendOptions = {
  purpose: Purpose;
  /** False for what is tried again by itself: a lock that is taken ends it at once. */
  waitForLocks: boolean;
};

/**
 * Lends `work` a connection of the pool, and runs it again when it had to give way or met a lock that is held for
 * long. Whoever waits for such a lock waits without a connection, and few of them at a time look whether it is free:
 * however many want what somebody has locked, the others are served.
 *
 * @throws what `work` threw last, or NoConnectionFree, after at most PATIENCE_MS and one more try.
 */
export function lend<T>(pool: pg.Pool, options: LendOptions, work: Work<T>): Promise<T> {
  if (!lenders.has(pool)) countBorrowers(pool, REQUEST_TIMEOUTS, false); // none of openPool's
  const lender = lenders.get(pool);
  if (!lender) throw new Error('This pool lends nothing');
  return lender(options, work);
}

/** Counts from now on who has a connection of this pool. `pooled`: its connections keep no settings. */
export function countBorrowers(pool: pg.Pool, timeouts: Timeouts, pooled: boolean): void {
  lenders.set(pool, createLender(pool, timeouts, pooled));
}

/** One for each pool, whoever borrows from it. */
const lenders = new WeakMap<pg.Pool, ReturnType<typeof createLender>>();

/** In all, for a connection and for locks: with the last try, and on a busy machine, within five seconds. */
const PATIENCE_MS = 3_500;

/** Of a pool's connections. A page of a search takes two. */
const SEARCHES = 0.4;

/** So many look at a time whether the lock they wait for is free again. */
const RETRIES_AT_ONCE = 2;

/** The lock timeout of those who look again, in milliseconds: they are many, and one that is held stays held. */
const RETRY_LOCK_MS = 150;

function createLender(pool: pg.Pool, timeouts: Timeouts, pooled: boolean) {
  const size = pool.options.max;
  const places = {
    read: new Semaphore(size),
    search: new Semaphore(Math.max(1, Math.floor(SEARCHES * size))),
    statement: new Semaphore(Math.max(1, size - 1)),
    transaction: new Semaphore(Math.max(1, size - 2)),
  };
  const retries = new Semaphore(Math.min(RETRIES_AT_ONCE, Math.max(1, size - 2)));
  const often = [localTimeouts({ ...timeouts, lock: Math.min(RETRY_LOCK_MS, timeouts.lock) })];
  const once = pooled ? [localTimeouts(timeouts)] : [];
  let waiting = 0;

  /** When more wait for locks than the pool could serve, those who come now are as likely to. */
  const settings = (again: boolean) => (again || waiting > 2 * size ? often : once);

  async function tryOnce<T>(purpose: Purpose, until: number, work: Work<T>, again = false) {
    const place = places[purpose];
    if (!(await place.enter(until))) throw new NoConnectionFree();
    try {
      return await borrow(pool, (client) => work(client, settings(again)));
    } finally {
      place.leave();
    }
  }

  async function tryAgain<T>(purpose: Purpose, until: number, work: Work<T>, first: unknown) {
    let failure = first;
    waiting += 1;
    try {
      for (;;) {
        await pause(20 + 80 * Math.random());
        if (!(await retries.enter(until))) throw failure;
        try {
          return await tryOnce(purpose, until, work, true);
        } catch (error) {
          if (!lockTimedOut(error)) throw error;
          failure = error;
        } finally {
          retries.leave();
        }
      }
    } finally {
      waiting -= 1;
    }
  }

  return async <T>({ purpose, waitForLocks }: LendOptions, work: Work<T>): Promise<T> => {
    const until = performance.now() + PATIENCE_MS;
    try {
      return await tryOnce(purpose, until, work);
    } catch (error) {
      if (gaveWay(error)) return tryOnce(purpose, until, work);
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
    // A connection that broke is closed, and one that is left in a transaction; a refused statement harms none.
    client.release(connectionBroke(error) || client.getTransactionStatus() !== 'I');
    throw error;
  }
}
