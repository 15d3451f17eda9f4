import { readFile } from 'node:fs/promises';
import { cloneDatabase } from '@aparajita/postgres/testing';
import { expect, test } from 'vitest';
import { renderTableTypes, SCHEMA_FILE } from './schema-types.ts';

test('schema.ts matches db/schema (if not: npm run db:types)', async () => {
  const db = await cloneDatabase();
  expect(await renderTableTypes(db.connection)).toBe(await readFile(SCHEMA_FILE, 'utf8'));
  await db.drop();
});
