import { withQuery } from '#auth-server/email/emailed-link.ts';
import { hashToken, makeToken } from '#auth-server/email/one-time-token.ts';
import type { Service, Statements, UserRow } from '#auth-server/service.ts';
import type { FactorRow } from './challenge.ts';

const UNDO_DAYS = 7;

/**
 * Creates the link that removes a factor, for the email about it. It is stored with the address of that email, and counts
 * only while the account has it.
 */
export async function makeUndoLink(
  { settings }: Pick<Service, 'settings'>,
  tx: Statements,
  { user, factorId, addedAt }: NewLink,
): Promise<string> {
  const token = makeToken();
  await tx.rows(
    `insert into auth.factor_undos (token_hash, user_id, factor_id, added_at, expires_at, email)
     values ($1, $2, $3, $4, $4::timestamptz + make_interval(days => $5), $6)`,
    [hashToken(token), user.id, factorId, addedAt, UNDO_DAYS, user.email],
  );
  return withQuery(new URL('/undo-second-step', settings.siteUrl), { token_hash: token });
}

type NewLink = { user: Pick<UserRow, 'id' | 'email'>; factorId: string; addedAt: Date | string };

/**
 * Ends the links in the mailbox that an account has left, and emails others to its new address, valid as long: a factor
 * may have been added by a stranger shortly before the owner moved (decision 029).
 */
export async function moveUndoLinks(
  service: Service,
  tx: Statements,
  user: UserRow,
): Promise<void> {
  const links = await tx.rows<MovedLink>(
    `delete from auth.factor_undos t where t.user_id = $1
     returning t.factor_id, to_json(t.added_at) as added_at, t.expires_at > $2 as is_valid, (
       select f.factor_type from auth.factors f
       where f.user_id = t.user_id and (f.id = t.factor_id or t.factor_id = any(f.trusted_by))
       order by f.id = t.factor_id desc limit 1
     ) as factor_type`,
    [user.id, service.clock()],
  );
  for (const { factor_id: factorId, added_at: addedAt, is_valid, factor_type: type } of links) {
    if (!is_valid || !type) continue;
    const link = await makeUndoLink(service, tx, { user, factorId, addedAt });
    // Recovery codes are left where the factor itself has been removed.
    const factorType = type === 'recovery_code' ? 'totp' : type;
    await service.queueEmail(tx, user, { kind: 'factor_added', factorType, link });
  }
}

/** `factor_type`: of the factor that the link removes; null if it is gone, with all that were added in its sessions. */
type MovedLink = {
  factor_id: string;
  added_at: string;
  is_valid: boolean;
  factor_type: FactorRow['factor_type'] | null;
};

/** Ends the links of a user, and the former passwords with which one could be used. */
export async function endUndoLinks(tx: Statements, userId: string): Promise<void> {
  await tx.rows('delete from auth.factor_undos where user_id = $1', [userId]);
  await tx.rows('delete from auth.former_passwords where user_id = $1', [userId]);
}
