import { statement } from '#server/database/tables.ts';

/** Whether the owner of the database has deleted this customer. */
export function findDeleted(userId: string) {
  return statement<{ deleted: boolean }>`select customer_is_deleted(${userId}) as deleted`;
}
