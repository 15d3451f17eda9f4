import type { RunQuery } from '@aparajita/postgres/rate-limit';
import { CompiledQuery } from 'kysely';

/** Runs the statements of `@aparajita/postgres`, which are text and values, with a function that runs Kysely's. */
export function queryRunner(run: <Row>(query: CompiledQuery<Row>) => Promise<Row[]>): RunQuery {
  return (text, values) => run(CompiledQuery.raw(text, [...values]));
}
