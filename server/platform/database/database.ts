import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { Refusal } from '#contract/refusals.ts';
import type { Shopper } from '../shopper.ts';
import { gather, runLast } from './batch.ts';
import { lend, type Purpose, type Work } from './connections.ts';
import { databaseAway, databaseBusy, gaveWay, sessionEnded } from './failures.ts';
import { preparing } from './prepare.ts';

/** A transaction, as one shopper or as a stranger. */
export type Transaction = {
  rows<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  /** The same connection, for the job queue, which brings its own SQL. */
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  /**
   * For the transaction's last statement: the commit is sent with it, and locks are free a round trip sooner.
   * What it answers is too late to undo anything; when it fails itself nothing is committed.
   */
  lastly: { executeSql: Transaction['executeSql'] };
};

export type Database = {
  /** Runs one statement on what is everybody's: the catalogue. Row security shows nothing else. */
  rows<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  /** The same for statements that a stranger can make slow: only some of the pool's connections are lent to them. */
  search<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  /** Runs one statement as the shopper, who sees only their own rows. One round trip. */
  asShopper<Row>(shopper: Shopper, query: CompiledQuery<Row>): Promise<Row[]>;
  /** Runs `work` in one transaction as the shopper; a thrown error undoes all of it. */
  transact<T>(shopper: Shopper, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The same for somebody without an account, to whom row security shows nothing. */
  transactAsStranger<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
};

export type DatabaseOptions = {
  pool: pg.Pool;
  /**
   * How a shopper enters a transaction: 'session' also checks, in the same round trip, that the session
   * has not ended (our own accounts); 'token' trusts the token until it expires (hosted accounts).
   */
  enter: 'session' | 'token';
  /** False behind a pooler that does not keep prepared statements. */
  prepare: boolean;
  /** False for work that comes round again by itself: a lock that is taken ends it at once. */
  waitForLocks?: boolean;
};

/**
 * The shop's database. A database that is away, or busy for longer than a shopper waits, throws the refusal
 * `unavailable`, a session that has ended `not_signed_in`. Work that had to give way to other work, or met a lock that
 * is held for long, is run again: it must not do anything outside of the database.
 */
export function createDatabase({
  pool,
  enter,
  prepare,
  waitForLocks = true,
}: DatabaseOptions): Database {
  const prepared = preparing(prepare);

  function entrance(shopper: Shopper): pg.QueryConfig {
    return enter === 'session'
      ? prepared('select auth.enter($1, $2, $3)', [
          shopper.sessionId,
          shopper.userId,
          shopper.tokenNumber ?? 0,
        ])
      : prepared("select set_config('shop.user_id', $1, true)", [shopper.userId]);
  }

  const statementOf = ({ sql, parameters }: CompiledQuery) => prepared(sql, parameters);

  /** `first` is sent with the begin and with the work's first statement: one round trip. */
  function inTransaction<T>(first: pg.QueryConfig[], work: (tx: Transaction) => Promise<T>) {
    return onConnection('transaction', async (client, settings) => {
      const send = gather(client);
      const opened = Promise.all([prepared('begin', []), ...settings, ...first].map(send));
      opened.catch(() => {}); // looked at below, after the first statement has crossed with it
      let committing: Promise<pg.QueryResult> | undefined;
      async function run(statement: pg.QueryConfig) {
        if (committing) throw new Error('Nothing follows the last statement of a transaction');
        return send(statement);
      }
      try {
        const result = await work({
          rows: async (query) => (await run(statementOf(query))).rows,
          executeSql: (text, values = []) => run(prepared(text, values)),
          lastly: {
            executeSql: (text, values = []) => {
              const answer = run(prepared(text, values));
              committing = send(prepared('commit', []));
              committing.catch(() => {}); // looked at below
              return answer;
            },
          },
        });
        await opened;
        const committed = await (committing ?? send(prepared('commit', [])));
        if (committed.command !== 'COMMIT') throw new Error('The transaction had already failed');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => {}); // a lost connection has rolled back by itself
        await opened; // when this failed it is why the rest did
        throw error;
      }
    });
  }

  /** Lends `work` a connection, and names what can be expected to fail. */
  async function onConnection<T>(purpose: Purpose, work: Work<T>): Promise<T> {
    try {
      return await lend(pool, { purpose, waitForLocks }, work);
    } catch (error) {
      if (sessionEnded(error)) throw new Refusal('not_signed_in', {}, error);
      if (databaseBusy(error)) throw new Refusal('unavailable', BUSY, error);
      if (databaseAway(error) || gaveWay(error)) throw new Refusal('unavailable', {}, error);
      throw error;
    }
  }

  function ask<Row>(purpose: Purpose, query: CompiledQuery<Row>): Promise<Row[]> {
    return onConnection(purpose, async (client, settings) => {
      const statement = statementOf(query);
      return settings.length > 0
        ? (await runLast(client, [...settings, statement])).rows
        : (await client.query(statement)).rows;
    });
  }

  return {
    rows: (query) => ask('read', query),

    search: (query) => ask('search', query),

    asShopper: (shopper, query) =>
      onConnection('statement', async (client, settings) => {
        const statements = [...settings, entrance(shopper), statementOf(query)];
        return (await runLast(client, statements)).rows;
      }),

    transact: (shopper, work) => inTransaction([entrance(shopper)], work),

    transactAsStranger: (work) => inTransaction([], work),
  };
}

/** What is held by somebody else, a lock for example, is often held for longer than a moment. */
const BUSY = {
  message: 'We are very busy. Please try again in a minute. Your cart is safe.',
  retryAfter: 60,
};
