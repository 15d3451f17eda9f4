import { readMigrations } from '@aparajita/postgres/migrate';
import { expect, test } from 'vitest';
import { MIGRATION_FOLDERS } from './migration-folders.ts';

test('the migrations of the shop and of its accounts have a number of their own each', async () => {
  const migrations = await readMigrations(MIGRATION_FOLDERS);
  const numbers = migrations.map(({ name }) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(migrations.map(({ name }) => name)).toContain('0002_auth.sql');
});
