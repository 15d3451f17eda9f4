import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { migrate } from '@aparajita/postgres/migrate';
import { Kysely, PostgresDialect } from 'kysely';
import { generate, getDialect } from 'kysely-codegen';
import pg from 'pg';
import { MIGRATION_FOLDERS } from '#server/database/migration-folders.ts';
import { withClient } from '#server/database/with-client.ts';

export const SCHEMA = path.resolve('server/database/schema.ts');

/** The types of the shop's tables in a migrated database, as the text of schema.ts. */
export async function typesOfTables(owner: pg.ClientConfig): Promise<string> {
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
 * `npm run db:types` generates schema.ts from a temporary, migrated database. With `--check` it writes nothing, and
 * fails when schema.ts differs.
 */
async function command(check: boolean): Promise<void> {
  const types = await onNewDatabase(async (owner) => {
    await migrate(owner, MIGRATION_FOLDERS);
    return typesOfTables(owner);
  });
  if (!check) {
    await writeFile(SCHEMA, types);
  } else if ((await readFile(SCHEMA, 'utf8')) !== types) {
    console.error('server/database/schema.ts is not what the migrations make: npm run db:types');
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

if (import.meta.main) await command(process.argv.includes('--check'));
