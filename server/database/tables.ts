import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { DB } from './schema.ts';

/**
 * Builds queries over the shop's tables; it never runs one. Running is `Database`'s work, which knows
 * as whom a statement runs. `tables.selectFrom('products')…​.compile()`.
 */
export const tables = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
