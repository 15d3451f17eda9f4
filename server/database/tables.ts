import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { DB } from './schema.ts';

/**
 * Builds queries over the shop's tables, but never runs one: `Database` runs them, because it knows as which shopper.
 * `tables.selectFrom('products')…​.compile()`.
 */
export const tables = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A query written in SQL, with the type of its rows: statement<{ id: string }>`select id from products`. */
export function statement<Row = unknown>(
  text: TemplateStringsArray,
  ...values: unknown[]
): CompiledQuery<Row> {
  return sql<Row>(text, ...values).compile(tables);
}
