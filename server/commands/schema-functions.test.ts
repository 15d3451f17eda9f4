import { readFile } from 'node:fs/promises';
import { cloneDatabase } from '@aparajita/postgres/testing';
import { afterAll, expect, test } from 'vitest';
import { FUNCTIONS_FILE, renderFunctions } from './schema-functions.ts';

const db = await cloneDatabase();
afterAll(() => db.drop());

test('functions.sql matches the migrations (if not: npm run db:types)', async () => {
  expect(await renderFunctions(db.connection)).toBe(await readFile(FUNCTIONS_FILE, 'utf8'));
});

test('functions.sql is the same whoever owns the functions', async () => {
  const before = await renderFunctions(db.connection);
  await db.owner.query('alter function act_on_order owner to shop_app');
  expect(await renderFunctions(db.connection)).toBe(before);
});
