import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { migrate } from '@aparajita/postgres/migrate';
import { withClient } from '@aparajita/postgres/with-client';
import { Kysely, PostgresDialect } from 'kysely';
import { generate, getDialect } from 'kysely-codegen';
import pg from 'pg';
import { MIGRATION_FOLDERS } from '#server/database/migration-folders.ts';
import { FUNCTIONS_FILE, renderFunctions } from './schema-functions.ts';

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
 * `npm run db:types` generates schema.ts and functions.sql from a temporary, migrated database. With `--check` it writes
 * nothing, and fails when one of them differs.
 */
async function generateFiles(check: boolean): Promise<void> {
  const files = await onNewDatabase(async (owner): Promise<[string, string][]> => {
    await migrate(owner, MIGRATION_FOLDERS);
    return [
      [SCHEMA_FILE, await renderTableTypes(owner)],
      [FUNCTIONS_FILE, await renderFunctions(owner)],
    ];
  });
  for (const [file, text] of files) {
    if (!check) {
      await writeFile(file, text);
    } else if ((await readFile(file, 'utf8')) !== text) {
      console.error(
        `${path.relative('.', file)} is not what the migrations make: npm run db:types`,
      );
      process.exitCode = 1;
    }
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

if (import.meta.main) await generateFiles(process.argv.includes('--check'));
