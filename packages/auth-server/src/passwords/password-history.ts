import type { Statements } from '#auth-server/store.ts';

/** An undo link is valid for a week, and the stranger may have changed the password a week before. */
export const HISTORY_DAYS = 14;
/** The oldest are kept: a stranger who changes the password many times does not displace the owner's. */
const MAX_REMEMBERED_PASSWORDS = 5;

/** Stores the hash of a password that is being replaced. */
export async function rememberPassword(
  tx: Statements,
  userId: string,
  hash: string | null,
  now: Date,
): Promise<void> {
  if (hash === null) return;
  await tx.rows(
    `delete from auth.former_passwords
     where user_id = $1 and replaced_at <= $2::timestamptz - make_interval(days => $3)`,
    [userId, now, HISTORY_DAYS],
  );
  await tx.rows(
    `insert into auth.former_passwords (user_id, password_hash, replaced_at)
     select $1, $2, $3
     where (select count(*) from auth.former_passwords where user_id = $1) < $4`,
    [userId, hash, now, MAX_REMEMBERED_PASSWORDS],
  );
}

/** The hashes of passwords replaced since then. */
export async function passwordsReplacedSince(
  statements: Statements,
  userId: string,
  since: Date,
): Promise<string[]> {
  const rows = await statements.rows<{ password_hash: string }>(
    `select password_hash from auth.former_passwords
     where user_id = $1 and replaced_at >= $2 order by replaced_at`,
    [userId, since],
  );
  return rows.map(({ password_hash }) => password_hash);
}
