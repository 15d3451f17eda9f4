import { lockUser, withFactors } from '#auth-server/account-queries.ts';
import { isBanned } from '#auth-server/assurance.ts';
import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import { hashToken } from '#auth-server/email/one-time-token.ts';
import { queueShares } from '#auth-server/passwords/hash-queue.ts';
import { requireGoodPassword } from '#auth-server/passwords/new-password.ts';
import {
  passwordsReplacedSince,
  rememberPassword,
} from '#auth-server/passwords/revoke-older-access.ts';
import { countGuess } from '#auth-server/rate-limits.ts';
import type { UndoBody } from '#auth-server/request-bodies.ts';
import { resetSecurityNoticeLimits } from '#auth-server/security-notices.ts';
import type { Factor, RequestService, Service, Statements, UserRow } from '#auth-server/service.ts';
import { deleteOrphanedCodes, findVerifiedFactors } from './verified-factors.ts';

/**
 * Removes a factor that somebody else has added, for whoever has the email about it and knows the password. Also
 * removes what was added with its help, ends every session and sets a new password, in one transaction, so that nobody
 * can act in between.
 *
 * @returns the address to sign in with, and the factors that are still on.
 * @throws AuthError otp_expired (too old, used, emailed to another address, or the factor is gone), user_banned,
 * and what `checkUndoPasswords` throws.
 */
export async function undoFactor(
  service: RequestService,
  { token_hash: token, password, new_password: next }: UndoBody,
) {
  const { store } = service;
  const tokenHash = hashToken(token ?? '');
  const { user, added_at: addedAt } = await findUndo(service, store, tokenHash);
  const passwordHash = await checkUndoPasswords(
    service,
    { user, since: compromisedSince(addedAt), link: `undo ${tokenHash.toString('hex')}` },
    { known: password ?? '', next: next ?? '' },
  );
  return store.transact(async (tx) => {
    await lockUser(tx, user.id);
    const undo = await findUndo(service, tx, tokenHash); // of two requests at once, one finds it
    const removed = await removeWithDependents(tx, undo);
    await resetCredentials(service, tx, undo.user, passwordHash);
    await tx.rows('delete from auth.factor_undos where token_hash = $1', [tokenHash]);
    await notifyOwner(service, tx, undo.user, removed);
    await writeAudit(service, tx, 'factor_undone', { user }, { factor_id: undo.factor_id });
    return { email: undo.user.email, factors: await findVerifiedFactors(tx, user.id) };
  });
}

type Undo = { factor_id: string; added_at: string; user: UserRow };

async function findUndo(
  { clock }: Service,
  statements: Statements,
  tokenHash: Buffer,
): Promise<Undo> {
  const [undo] = await statements.rows<Undo>(
    `select t.factor_id, to_json(t.added_at) as added_at, ${withFactors('u')} as user
     from auth.factor_undos t join auth.users u on u.id = t.user_id
     where t.token_hash = $1 and t.expires_at > $2 and coalesce(t.email, u.email) = u.email and exists (
       select from auth.factors f
       where f.user_id = t.user_id and (f.id = t.factor_id or t.factor_id = any(f.trusted_by))
     )`,
    [tokenHash, clock()],
  );
  if (!undo) throw new AuthError('otp_expired');
  if (isBanned(undo.user, clock())) throw new AuthError('user_banned');
  return undo;
}

/**
 * Also when the stranger has replaced the link's factor with another. Recovery codes generated shortly before it may be
 * the stranger's, although one of the owner's factors was verified in that session.
 */
async function removeWithDependents(
  tx: Statements,
  { user, factor_id: factorId, added_at: addedAt }: Undo,
): Promise<Factor[]> {
  const removed = await tx.rows<{ factor: Factor }>(
    `delete from auth.factors f
     where user_id = $1 and (
       id = $2 or $2 = any(trusted_by) or (factor_type = 'recovery_code' and updated_at >= $3)
     )
     returning to_json(f) as factor`,
    [user.id, factorId, compromisedSince(addedAt)],
  );
  await deleteOrphanedCodes(tx, user.id);
  return removed.map(({ factor }) => factor);
}

/** Locks everybody out: a new password, and no session, link or pending email change is left. */
async function resetCredentials(
  service: Service,
  tx: Statements,
  user: UserRow,
  passwordHash: string,
): Promise<void> {
  const { clock } = service;
  await rememberPassword(tx, user.id, user.password_hash, clock());
  await tx.rows(
    `update auth.users
     set password_hash = $2, email_change = null, email_change_accepted_by = null, updated_at = $3
     where id = $1`,
    [user.id, passwordHash, clock()],
  );
  await tx.rows('delete from auth.sessions where user_id = $1', [user.id]);
  await tx.rows('delete from auth.one_time_tokens where user_id = $1', [user.id]);
  await resetSecurityNoticeLimits(service, tx, user);
}

async function notifyOwner(
  service: Service,
  tx: Statements,
  user: UserRow,
  removed: readonly Factor[],
): Promise<void> {
  for (const { factor_type: factorType, status } of removed) {
    if (status === 'verified') {
      await service.queueEmail(tx, user, { kind: 'factor_removed', factorType });
    }
  }
  await service.queueEmail(tx, user, { kind: 'password_changed' });
}

/** For how long before the factor was added the stranger may already have been in the account. */
const COMPROMISED_BEFORE_MS = 7 * 86_400_000;

/**
 * From this time on the account may have been compromised: a password in force at this time is accepted, as the
 * stranger may have changed it first, and recovery codes generated since are removed.
 */
function compromisedSince(addedAt: string): Date {
  return new Date(Date.parse(addedAt) - COMPROMISED_BEFORE_MS);
}

type UndoCheck = {
  user: UserRow;
  /** See `compromisedSince`. */
  since: Date;
  /** Identifies the link: only its holder can use up its tries. */
  link: string;
};

/**
 * Checks that the holder of an undo link knows the account's password: the current one, or one in force when the factor
 * was added or in the week before. For an account without a password in all that time the link is enough.
 *
 * @returns the hash of the new password.
 * @throws AuthError current_password_required, current_password_invalid, weak_password, same_password,
 * validation_failed, over_request_rate_limit.
 */
async function checkUndoPasswords(
  service: RequestService,
  { user, since, link }: UndoCheck,
  { known, next }: { known: string; next: string },
): Promise<string> {
  const { store, passwords } = service;
  const shares = queueShares(service, user);
  await requireGoodPassword(service, next, user);
  const former = await passwordsReplacedSince(store, user.id, since);
  const hashes = [...(user.password_hash === null ? [] : [user.password_hash]), ...former];
  if (hashes.length > 0) {
    if (known === '') {
      throw new AuthError('current_password_required', { message: 'Please type your password.' });
    }
    await countGuess(service, link);
    let matches = false;
    for (const hash of hashes) matches ||= await passwords.verify(hash, known, shares);
    if (!matches) {
      throw new AuthError('current_password_invalid', { message: 'This password is wrong.' });
    }
  }
  if (next === known || (await passwords.verify(user.password_hash, next, shares))) {
    throw new AuthError('same_password');
  }
  return passwords.hash(next, shares);
}
