import pg from 'pg';
import { clientTimeout, type Timeouts } from './timeouts.ts';

const states = new WeakMap<pg.Connection, ConnectionState>();

/** Parts of the driver's query classes that its types leave out. */
declare module 'pg' {
  interface Query {
    /** The statement whose response arrives next: the driver remembers parsed statements under this name. */
    name: string | undefined;
    text: string;
    /** 'extended' also without a name and values. */
    queryMode: 'extended' | undefined;
    handleRowDescription(message: Columns): void;
    handleCommandComplete(message: unknown, connection: Connection): void;
    handleError(error: Error, connection: Connection): void;
  }
  interface Connection {
    /** By name: sent to be parsed, but not yet confirmed. */
    submittedNamedStatements: Record<string, string>;
    /** By name: parsed. */
    parsedStatements: Record<string, string>;
  }
}

/**
 * Statements that are sent to PostgreSQL together: in one write, with one Sync behind the last, so that the response is
 * one write, too. The driver's own pipeline sends a Sync after each statement, and PostgreSQL responds, and wakes us,
 * at each. Outside a transaction a batch is a transaction by itself (PostgreSQL, "Pipelining"): the first failing
 * statement ends it and rolls it back.
 */
export class Batch extends pg.Query {
  readonly statements: readonly pg.QueryConfig[];
  /** How long the driver waits for the response, in milliseconds; undefined: as long as the connection's setting says. */
  readonly query_timeout: number | undefined;
  #answered = 0;
  /** The result columns of each statement that were known when it was sent, so that it needed no Describe message. */
  #known: readonly (Columns | undefined)[] = [];
  #described: Columns | undefined;

  constructor(statements: readonly pg.QueryConfig[], timeouts: Timeouts | undefined, done: Done) {
    super('', done);
    this.statements = statements;
    this.query_timeout = timeouts && clientTimeout(timeouts, statements.length);
    this.#expectResultOf(0);
  }

  override submit = (connection: pg.Connection) => {
    const { columns, withoutSync, withoutSyncOrDescribe } = stateOf(connection);
    this.#known = this.statements.map(({ name }) =>
      name !== undefined && connection.parsedStatements[name] !== undefined
        ? columns.get(name)
        : undefined,
    );
    this.#expectResultOf(0);
    connection.stream.cork();
    try {
      for (const [n, statement] of this.statements.entries()) {
        // The driver's own queries know how to send themselves. From its text: the driver copies a config property by
        // property.
        const query = new pg.Query(statement.text, statement.values);
        query.name = statement.name;
        query.queryMode = 'extended';
        const refusal: unknown = query.submit(this.#known[n] ? withoutSyncOrDescribe : withoutSync); // it returns an error instead of throwing
        if (refusal) throw refusal;
      }
      connection.sync();
    } catch (error) {
      connection.stream.destroy(); // PostgreSQL must never run half a batch
      throw error;
    } finally {
      connection.stream.uncork();
    }
  };

  override handleRowDescription(message: Columns): void {
    this.#described = message;
    super.handleRowDescription(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection);
    if (this.name !== undefined && !this.#known[this.#answered]) {
      stateOf(connection).columns.set(this.name, this.#described ?? { fields: [] });
    }
    this.#expectResultOf(this.#answered + 1);
  }

  override handleError(error: Error, connection: pg.Connection): void {
    // PostgreSQL did not parse the statements behind the failure.
    for (const { name } of this.statements.slice(this.#answered)) {
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    }
    super.handleError(error, connection);
  }

  #expectResultOf(index: number): void {
    this.#answered = index;
    const statement = this.statements[index];
    this.name = statement?.name;
    this.text = statement?.text ?? '';
    this.#described = undefined;
    const columns = this.#known[index];
    if (columns) super.handleRowDescription(columns);
  }
}

/** The driver passes one result alone, several as a list. */
type Done = (error: Error | undefined, results: pg.QueryResult | pg.QueryResult[]) => void;

/**
 * Runs statements as one batch. `timeouts` are those of the connection: without a response for longer than they allow the
 * connection is closed, since the driver cannot tell what a later response would belong to.
 *
 * @throws the first error.
 */
export function runBatch(
  client: pg.ClientBase,
  statements: readonly pg.QueryConfig[],
  timeouts?: Timeouts,
): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Batch(statements, timeouts, (error, results) => {
        if (error) reject(error);
        else resolve(Array.isArray(results) ? results : [results]);
      }),
    );
  });
}

/**
 * Returns the result of the last of several statements. They are one transaction, so local settings in it end with it.
 */
export async function runForLastResult(
  client: pg.ClientBase,
  statements: readonly pg.QueryConfig[],
  timeouts?: Timeouts,
): Promise<pg.QueryResult> {
  const answer = (await runBatch(client, statements, timeouts)).at(-1);
  if (!answer) throw new Error('The last statement was not answered');
  return answer;
}

/** Returns a function that runs statements on one connection and sends those of the same tick as one batch. */
export function collectBatches(
  client: pg.ClientBase,
  timeouts?: Timeouts,
): (statement: pg.QueryConfig) => Promise<pg.QueryResult> {
  type Waiting = {
    statement: pg.QueryConfig;
    resolve: (result: pg.QueryResult) => void;
    reject: (error: unknown) => void;
  };
  let gathered: Waiting[] = [];

  function send(): void {
    const batch = gathered;
    gathered = [];
    runBatch(
      client,
      batch.map(({ statement }) => statement),
      timeouts,
    ).then(
      (results) => {
        for (const [n, result] of results.entries()) batch[n]?.resolve(result);
      },
      (error) => {
        for (const { reject } of batch) reject(error);
      },
    );
  }

  return (statement) =>
    new Promise((resolve, reject) => {
      if (gathered.length === 0) queueMicrotask(send);
      gathered.push({ statement, resolve, reject });
    });
}

/** The columns of a result; empty for a statement that returns no rows. */
type Columns = { fields: pg.FieldDef[] };

/** What batches remember about a connection. Created once: objects that inherit from a connection are slow to create. */
type ConnectionState = {
  /**
   * The columns of its prepared statements, by name. PostgreSQL refuses to execute one whose columns have changed since
   * it was prepared, so a batch asks for them once.
   */
  columns: Map<string, Columns>;
  /** The same connection, which ignores the Sync messages of the driver's own queries. */
  withoutSync: pg.Connection;
  /** It also ignores their Describe messages, which ask for the columns of a result. */
  withoutSyncOrDescribe: pg.Connection;
};

/** Returns the state of this connection, empty at first. */
function stateOf(connection: pg.Connection): ConnectionState {
  const found = states.get(connection);
  if (found) return found;
  const ignored = { value: () => {} };
  const state: ConnectionState = {
    columns: new Map(),
    withoutSync: Object.create(connection, { sync: ignored }),
    withoutSyncOrDescribe: Object.create(connection, { sync: ignored, describe: ignored }),
  };
  states.set(connection, state);
  return state;
}
