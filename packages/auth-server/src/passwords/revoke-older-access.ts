import { countRequests } from '@aparajita/postgres/rate-limit';
import { AuthError } from '#auth-server/auth-error.ts';
import { resetSecurityNoticeLimits } from '#auth-server/security-notices.ts';
import type { AccountRow, RequestService, SessionRow, Statements } from '#auth-server/service.ts';
import { endOtherSessions } from '#auth-server/sessions/end-sessions.ts';

/** Whether a reset link has opened this session, and it has set no password yet. */
export function isReset({ amr }: SessionRow): boolean {
  return amr.some(({ method }) => method === 'recovery');
}

/**
 * Revokes access granted before the new password: other sessions and emailed links. A reset revokes all, and resets the
 * user's daily count of security notices. A change with the current password does not end a session that is resetting,
 * and revokes reset links at most once an hour; otherwise an attacker who knows the password could lock out the owner.
 *
 * @throws AuthError conflict when the reset link was used by another request meanwhile.
 */
export async function revokeOlderAccess(
  service: RequestService,
  tx: Statements,
  { user, session }: AccountRow,
): Promise<void> {
  const { id, user_id: userId } = session;
  if (isReset(session)) {
    await consumeResetLink(tx, session);
    await tx.rows('delete from auth.sessions where user_id = $1 and id <> $2', [userId, id]);
    await tx.rows('delete from auth.one_time_tokens where user_id = $1', [userId]);
    await resetSecurityNoticeLimits(service, tx, user);
    return;
  }
  await endOtherSessions(tx, session, service.clock());
  const refused = await countRequests(tx.rows, [service.limit('resetLinksEnded').count(userId)]);
  await tx.rows(
    `delete from auth.one_time_tokens where user_id = $1 and ($2 or kind <> 'recovery')`,
    [userId, refused === undefined],
  );
}

/**
 * A reset link sets one password: a thief who uses this session after its owner needs the one that was just set. The
 * session still counts as authenticated by email, and no longer ends early.
 */
async function consumeResetLink(tx: Statements, { id, amr }: SessionRow): Promise<void> {
  const consumedAmr = amr.map((entry) =>
    entry.method === 'recovery' ? { ...entry, method: 'otp' } : entry,
  );
  const consumed = await tx.rows(
    `update auth.sessions set amr = $2, ends_by = null where id = $1 and amr @> '[{"method": "recovery"}]' returning id`,
    [id, JSON.stringify(consumedAmr)],
  );
  if (consumed.length === 0) throw new AuthError('conflict');
}

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
