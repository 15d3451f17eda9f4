import { sql } from 'kysely';

/** A row if the shop takes no cash from the shopper. */
export function cashBlock(userId: string) {
  return sql`select user_id from cash_blocks where user_id = ${userId}`;
}
