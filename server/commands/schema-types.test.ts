import { readFile } from 'node:fs/promises';
import { cloneDatabase } from '@aparajita/postgres/testing';
import { expect, test } from 'vitest';
import { SCHEMA, typesOfTables } from './schema-types.ts';

test('schema.ts matches the migrations (if not: npm run db:types)', async () => {
  const db = await cloneDatabase();
  expect(await typesOfTables(db.connection)).toBe(await readFile(SCHEMA, 'utf8'));
  await db.drop();
});
