import type pg from 'pg';

/**
 * Runs statements on one connection without waiting for the responses in between, and returns the last one's result.
 * Several are one transaction, so local settings in it end with it.
 *
 * @throws the error of the first that PostgreSQL refuses; then nothing was done.
 */
export async function runStatements(
  client: pg.ClientBase,
  statements: readonly pg.QueryConfig[],
): Promise<pg.QueryResult> {
  const several = statements.length > 1;
  const sent = several ? [BEGIN, ...statements, COMMIT] : statements;
  const results = await answersOf(sent.map((statement) => client.query(statement)));
  const result = results.at(several ? -2 : -1);
  if (!result) throw new Error('The last statement was not answered');
  return result;
}

/** Without names: behind a pooler a begin that fails would leave the statements behind it alone, each committed. */
export const BEGIN = { text: 'begin' };
export const COMMIT = { text: 'commit' };

/** Waits for all responses, so that the connection is idle then. @throws the first error. */
export async function answersOf<T>(answers: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(answers);
  return Promise.all(answers);
}
