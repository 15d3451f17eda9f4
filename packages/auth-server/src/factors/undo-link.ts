import { hashToken, makeToken } from '#auth-server/email/one-time-token.ts';
import { withQuery } from '#auth-server/email/redirects.ts';
import type { Service } from '#auth-server/service.ts';
import type { Statements } from '#auth-server/store.ts';

const UNDO_DAYS = 7;

/** Creates the link that removes a factor, for the email about it. */
export async function makeUndoLink(
  { settings, clock }: Service,
  tx: Statements,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<string> {
  const token = makeToken(null);
  await tx.rows(
    `insert into auth.factor_undos (token_hash, user_id, factor_id, added_at, expires_at)
     values ($1, $2, $3, $4, $4::timestamptz + make_interval(days => $5))`,
    [hashToken(token), userId, factorId, clock(), UNDO_DAYS],
  );
  return withQuery(new URL('/undo-second-step', settings.siteUrl), { token_hash: token });
}
