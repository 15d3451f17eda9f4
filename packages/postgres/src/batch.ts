import pg from 'pg';

/** What the driver's query classes speak with its connections; its types leave it out. */
declare module 'pg' {
  interface QueryConfig {
    /** 'extended' also without name and values. */
    queryMode?: 'extended';
  }
  interface Query {
    /** The statement that is being answered: the driver remembers under this name what was parsed. */
    name: string | undefined;
    text: string;
    handleCommandComplete(message: unknown, connection: Connection): void;
    handleError(error: Error, connection: Connection): void;
  }
  interface Connection {
    /** By name: sent to be parsed, and not yet said to be. */
    submittedNamedStatements: Record<string, string>;
  }
}

/**
 * Statements that cross to PostgreSQL as one: in one write, with one Sync behind the last, so that they are
 * answered in one write too. The driver's own pipeline puts a Sync behind each, and PostgreSQL answers, and wakes
 * us, at each. Outside of a transaction a batch is one by itself (PostgreSQL, "Pipelining"): the first that
 * fails ends it and undoes it.
 */
export class Batch extends pg.Query {
  readonly statements: readonly pg.QueryConfig[];
  #answered = 0;

  constructor(statements: readonly pg.QueryConfig[], done: Done) {
    super({ text: '' }, done);
    this.statements = statements;
    this.#turnTo(0);
  }

  override submit = (connection: pg.Connection) => {
    // The driver's own queries know how to be sent; they speak to a connection that hears no Sync of theirs.
    const quiet = Object.create(connection, { sync: { value: () => {} } });
    connection.stream.cork();
    try {
      for (const statement of this.statements) {
        const query = new pg.Query({ ...statement, queryMode: 'extended' });
        const refusal: unknown = query.submit(quiet); // what it will not send it gives back as an error
        if (refusal) throw refusal;
      }
      connection.sync();
    } catch (error) {
      connection.stream.destroy(); // half a batch must never be done
      throw error;
    } finally {
      connection.stream.uncork();
    }
  };

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection);
    this.#turnTo(this.#answered + 1);
  }

  override handleError(error: Error, connection: pg.Connection): void {
    // What stood behind the failure was not even parsed.
    for (const { name } of this.statements.slice(this.#answered)) {
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    }
    super.handleError(error, connection);
  }

  #turnTo(index: number): void {
    this.#answered = index;
    const statement = this.statements[index];
    this.name = statement?.name;
    this.text = statement?.text ?? '';
  }
}

/** The driver gives one result by itself, several as a list. */
type Done = (error: Error | undefined, results: pg.QueryResult | pg.QueryResult[]) => void;

/** Runs statements as one batch. @throws what the first failure said. */
export function runTogether(
  client: pg.ClientBase,
  statements: readonly pg.QueryConfig[],
): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Batch(statements, (error, results) => {
        if (error) reject(error);
        else resolve(Array.isArray(results) ? results : [results]);
      }),
    );
  });
}

/** The answer to the last of several statements, which are one transaction: what is set before it ends with it. */
export async function runLast(
  client: pg.ClientBase,
  statements: readonly pg.QueryConfig[],
): Promise<pg.QueryResult> {
  const answer = (await runTogether(client, statements)).at(-1);
  if (!answer) throw new Error('The last statement was not answered');
  return answer;
}

/** A way to one connection on which what is said before anybody waits goes as one batch. */
export function gather(
  client: pg.ClientBase,
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
    runTogether(
      client,
      batch.map(({ statement }) => statement),
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
