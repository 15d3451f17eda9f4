import path from 'node:path';
import type { Schema } from '@aparajita/postgres/migrate';

/**
 * The tables and functions of the shop and of its accounts. Resolved against the working directory: the process starts in
 * the project's folder.
 */
export const SHOP_SCHEMA: Schema = {
  baseline: ['db/schema', 'packages/auth-server/schema'].map((folder) => path.resolve(folder)),
  migrations: [path.resolve('db/migrations')],
  formerly: '0309_staff_enter_by_session.sql',
};
