import { lockUserByEmail, lockUserById } from './account-queries.ts';
import { writeAudit } from './audit-log.ts';
import { cancelEmailChange } from './email/email-change.ts';
import { endUndoLinks } from './factors/undo-link.ts';
import { deleteOrphanedCodes, findVerifiedFactors } from './factors/verified-factors.ts';
import type { Factor, Service, Statements, UserRow } from './service.ts';

/** An account: by its present address, or by its id. */
type AccountName = string | { id: string };

/** There is no such account, or nothing to remove; the message says which. */
export class AccountAdminError extends Error {
  override name = 'AccountAdminError';
}

export type AccountAdmin = ReturnType<typeof createAccountAdmin>;

/**
 * What an operator can do to an account. Each action ends the account's sessions, is in the audit log, and is reported
 * to the account by email.
 *
 * @throws AccountAdminError.
 */
export function createAccountAdmin(service: Service) {
  return {
    /** Removes the second factors of this name, or all. @returns their names. */
    removeFactor: (account: AccountName, name?: string): Promise<string[]> =>
      change(service, account, async (tx, user) => {
        const removed = await removeFactors(tx, user, name);
        for (const { id, factor_type: factorType } of removed) {
          const details = { factor_id: id, factor_type: factorType, ...BY_OPERATOR };
          await writeAudit({ ...service, client: null }, tx, 'factor_removed', { user }, details);
          await service.queueEmail(tx, user, { kind: 'factor_removed', factorType });
        }
        await endSessions(tx, user);
        return removed.map(({ friendly_name }) => friendly_name);
      }),

    /** @returns how many there were. */
    endSessions: (email: string): Promise<number> =>
      change(service, email, async (tx, user) => {
        await auditAndEmail(service, tx, user, 'sessions_ended', 'sessions_ended');
        return endSessions(tx, user);
      }),

    /** Bans the account until it is unbanned. What was emailed to it never works again. */
    ban: (email: string): Promise<void> =>
      change(service, email, async (tx, user) => {
        await tx.rows(`update auth.users set banned_until = 'infinity' where id = $1`, [user.id]);
        await auditAndEmail(service, tx, user, 'banned', 'account_closed');
        await endSessions(tx, user);
        await endEmailedSecrets(tx, user);
      }),

    unban: (email: string): Promise<void> =>
      change(service, email, async (tx, user) => {
        await tx.rows('update auth.users set banned_until = null where id = $1', [user.id]);
        await auditAndEmail(service, tx, user, 'unbanned', 'account_opened');
      }),
  };
}

/** Locks the account while it is changed. */
function change<T>(
  { store, typedText }: Service,
  account: AccountName,
  work: (tx: Statements, user: UserRow) => Promise<T>,
): Promise<T> {
  return store.transact(async (tx) => {
    const user =
      typeof account === 'string'
        ? await lockUserByEmail(tx, typedText.email(account).toLowerCase())
        : await lockUserById(tx, account.id);
    if (!user) {
      const by = typeof account === 'string' ? 'email' : 'id';
      throw new AccountAdminError(`There is no account with this ${by}.`);
    }
    return work(tx, user);
  });
}

async function removeFactors(
  tx: Statements,
  { id }: UserRow,
  name: string | undefined,
): Promise<Pick<Factor, 'id' | 'friendly_name' | 'factor_type'>[]> {
  const present = await findVerifiedFactors(tx, id);
  const removed = present.filter(({ friendly_name }) => friendly_name === (name ?? friendly_name));
  if (removed.length === 0) {
    const names = present.map(({ friendly_name }) => friendly_name).join(', ');
    throw new AccountAdminError(
      names === ''
        ? 'It has no second factor.'
        : `It has no second factor of this name, but: ${names}`,
    );
  }
  await tx.rows('delete from auth.factors where id = any($1)', [removed.map((each) => each.id)]);
  await deleteOrphanedCodes(tx, id);
  return removed;
}

async function endSessions(tx: Statements, { id }: UserRow): Promise<number> {
  const ended = await tx.rows('delete from auth.sessions where user_id = $1 returning id', [id]);
  return ended.length;
}

async function endEmailedSecrets(tx: Statements, { id }: UserRow): Promise<void> {
  await cancelEmailChange(tx, id);
  await endUndoLinks(tx, id);
  await tx.rows('delete from auth.one_time_tokens where user_id = $1', [id]);
}

async function auditAndEmail(
  service: Service,
  tx: Statements,
  user: UserRow,
  event: string,
  kind: 'sessions_ended' | 'account_closed' | 'account_opened',
): Promise<void> {
  await writeAudit({ ...service, client: null }, tx, event, { user }, BY_OPERATOR);
  await service.queueEmail(tx, user, { kind });
}

const BY_OPERATOR = { by: 'shop' };
