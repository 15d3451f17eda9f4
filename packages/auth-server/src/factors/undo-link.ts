import { hashToken, makeToken } from '#auth-server/email/one-time-token.ts';
import { withQuery } from '#auth-server/email/redirects.ts';
import type { UserRow } from '#auth-server/rows.ts';
import type { Service } from '#auth-server/service.ts';
import type { Statements } from '#auth-server/store.ts';

const UNDO_DAYS = 7;

/**
 * Creates the link that removes a factor, for the email about it. It is stored with the address of that email, and counts
 * only while the account has it.
 */
export async function makeUndoLink(
  { settings, clock }: Service,
  tx: Statements,
  { user, factorId }: { user: Pick<UserRow, 'id' | 'email'>; factorId: string },
): Promise<string> {
  const token = makeToken(null);
  await tx.rows(
    `insert into auth.factor_undos (token_hash, user_id, factor_id, added_at, expires_at, email)
     values ($1, $2, $3, $4, $4::timestamptz + make_interval(days => $5), $6)`,
    [hashToken(token), user.id, factorId, clock(), UNDO_DAYS, user.email],
  );
  return withQuery(new URL('/undo-second-step', settings.siteUrl), { token_hash: token });
}

/**
 * Ends the links of factors, and the former passwords with which a link could be used, once the account's owner is known
 * better than by a link and an old password (decision 029).
 *
 * @param factors ends the links of these factors only.
 */
export async function endUndoLinks(
  tx: Statements,
  userId: string,
  factors: readonly string[] | null = null,
): Promise<void> {
  await tx.rows(
    `delete from auth.factor_undos
     where user_id = $1 and ($2::uuid[] is null or factor_id = any($2))`,
    [userId, factors],
  );
  await tx.rows('delete from auth.former_passwords where user_id = $1', [userId]);
}
