import path from 'node:path';

/**
 * The migrations of the shop and of its accounts: one sequence of numbers, one record of what was applied. The process starts in the
 * project's folder.
 */
export const MIGRATION_FOLDERS = ['db/migrations', 'packages/auth-server/migrations'].map(
  (folder) => path.resolve(folder),
);
