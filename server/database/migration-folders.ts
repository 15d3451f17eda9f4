import path from 'node:path';

/**
 * The migrations of the shop and of its accounts: their numbers are one sequence, and one table records which were
 * applied. Resolved against the working directory: the process starts in the project's folder.
 */
export const MIGRATION_FOLDERS = ['db/migrations', 'packages/auth-server/migrations'].map(
  (folder) => path.resolve(folder),
);
