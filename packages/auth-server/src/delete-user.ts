import type pg from 'pg';

/**
 * Deletes an account with all that hangs on it. Entries of its log stay, because they may belong to an attack on others, but
 * no longer say from where. Call it in the transaction in which the application deletes its own rows.
 *
 * @param owner connected as the owner of the database: the role of a running auth server may not change its log.
 * @returns false when there is no such account.
 */
export async function deleteUser(
  owner: Pick<pg.ClientBase, 'query'>,
  userId: string,
): Promise<boolean> {
  const deleted = await owner.query('delete from auth.users where id = $1', [userId]);
  if (deleted.rowCount === 0) return false;
  await owner.query(`update auth.audit_log set address = null, details = '{}' where user_id = $1`, [
    userId,
  ]);
  await owner.query(
    `insert into auth.audit_log (at, event, user_id, details)
     values (now(), 'account_deleted', $1, jsonb_build_object('by', 'shop'))`,
    [userId],
  );
  return true;
}
