import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { Refusal } from '#contract/refusals.ts';
import type { Shopper } from '../shopper.ts';
import { gather, runTogether } from './batch.ts';
import { databaseAway, gaveWay, sessionEnded } from './failures.ts';
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
};

/**
 * The shop's database. A database that is away throws the refusal `unavailable`, a session that has
 * ended `not_signed_in`; work that had to give way to other work is run once more, and then `unavailable` too.
 */
export function createDatabase({ pool, enter, prepare }: DatabaseOptions): Database {
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
    return onConnection(pool, async (client) => {
      const send = gather(client);
      const opened = Promise.all([prepared('begin', []), ...first].map(send));
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

  return {
    rows: (query) =>
      onConnection(pool, async (client) => (await client.query(statementOf(query))).rows),

    asShopper: (shopper, query) =>
      onConnection(pool, async (client) => {
        // One batch is one transaction: what enters the shopper ends with it.
        const [, answer] = await runTogether(client, [entrance(shopper), statementOf(query)]);
        return answer?.rows ?? [];
      }),

    transact: (shopper, work) => inTransaction([entrance(shopper)], work),

    transactAsStranger: (work) => inTransaction([], work),
  };
}

/** Lends `work` a connection, runs it once more when it gave way, and names what can be expected to fail. */
async function onConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  try {
    return await lend(pool, work).catch((error) => {
      if (gaveWay(error)) return lend(pool, work);
      throw error;
    });
  } catch (error) {
    if (sessionEnded(error)) throw new Refusal('not_signed_in', {}, error);
    if (databaseAway(error) || gaveWay(error)) throw new Refusal('unavailable', {}, error);
    throw error;
  }
}

async function lend<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(databaseAway(error)); // a connection that broke is closed, a refused statement harms none
    throw error;
  }
}
