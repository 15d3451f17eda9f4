import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';

/** Compiles statements, and never runs one: `Database` does, because it knows as which shopper. */
const compiler = new Kysely<unknown>({
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
  return sql<Row>(text, ...values).compile(compiler);
}
