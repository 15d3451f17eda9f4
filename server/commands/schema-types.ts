import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { migrate } from '@aparajita/postgres/migrate';
import { withClient } from '@aparajita/postgres/with-client';
import { Kysely, PostgresDialect } from 'kysely';
import { generate, getDialect } from 'kysely-codegen';
import pg from 'pg';
import { SHOP_SCHEMA } from '#server/database/shop-schema.ts';

export const SCHEMA_FILE = path.resolve('server/database/schema.ts');

/** The types of the shop's tables in a migrated database, as the text of schema.ts. */
export async function renderTableTypes(owner: pg.ClientConfig): Promise<string> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...owner, max: 1 }) }),
  });
  try {
    return await generate({
      db,
      // As pool.ts parses them: amounts as numbers, timestamps as ISO 8601 text.
      dialect: getDialect('postgres', { numericParser: 'number' }),
      typeMapping: { timestamptz: 'string' },
      includePattern: 'public.*',
      excludePattern: '*.applied_migrations',
      outFile: null,
    });
  } finally {
    await db.destroy();
  }
}

/**
 * `npm run db:types` generates schema.ts from a temporary database. With `--check` it writes nothing, and fails when the
 * file differs.
 */
async function generateTypes(check: boolean): Promise<void> {
  const text = await onNewDatabase(async (owner) => {
    await migrate(owner, SHOP_SCHEMA);
    return renderTableTypes(owner);
  });
  if (!check) {
    await writeFile(SCHEMA_FILE, text);
  } else if ((await readFile(SCHEMA_FILE, 'utf8')) !== text) {
    console.error('server/database/schema.ts is not what db/schema makes: npm run db:types');
    process.exitCode = 1;
  }
}

async function onNewDatabase<T>(work: (owner: pg.ClientConfig) => Promise<T>): Promise<T> {
  const database = `types_${randomUUID().replaceAll('-', '')}`;
  const server = await embeddedPostgres('.cache/types-postgres', {
    database,
    settings: { fsync: 'off' },
  });
  try {
    return await work(server.connection);
  } finally {
    await withClient({ ...server.connection, database: 'postgres' }, (client) =>
      client.query(`drop database ${database} with (force)`),
    );
    await server.stop();
  }
}

if (import.meta.main) await generateTypes(process.argv.includes('--check'));
