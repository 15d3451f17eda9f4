import { type AuditEvent, note } from './audit.ts';
import { lockUser } from './factors/raise-session.ts';
import { dropLoneCodes, verifiedFactors } from './factors/remove-factors.ts';
import type { AuthMail } from './mail/mail.ts';
import type { Factor, UserRow } from './rows.ts';
import type { Service } from './service.ts';
import { findUserByEmail } from './sign-in.ts';
import type { Statements } from './store.ts';

/**
 * What the shop's owner can do to an account by `npm run accounts`. Each action ends the account's sessions, is in the
 * audit log, and is reported to the account by mail.
 */
export type Manage = {
  /** Removes the second factors of this name, or all. @returns their names. @throws Unmanageable. */
  removeFactor(email: string, name?: string): Promise<string[]>;
  /** @returns how many there were. @throws Unmanageable. */
  endSessions(email: string): Promise<number>;
  /** Bans the account until it is unbanned. @throws Unmanageable. */
  ban(email: string): Promise<void>;
  unban(email: string): Promise<void>;
};

/** There is no such account, or nothing to remove; the message says which. */
export class Unmanageable extends Error {
  override name = 'Unmanageable';
}

export function manageAccounts(service: Service): Manage {
  return {
    removeFactor: (email, name) =>
      change(service, email, async (tx, user) => {
        const removed = await removeNamed(tx, user, name);
        for (const { id, factor_type: factorType } of removed) {
          const details = { factor_id: id, factor_type: factorType };
          await noteIt(service, tx, user, 'factor_removed', details);
          const mail = { kind: 'factor_removed', to: user.email, userId: user.id } as const;
          await service.post({ ...mail, factorType }, tx);
        }
        await endAll(tx, user);
        return removed.map(({ friendly_name: called }) => called);
      }),

    endSessions: (email) =>
      change(service, email, async (tx, user) => {
        await tell(service, tx, user, 'sessions_ended', 'sessions_ended');
        return endAll(tx, user);
      }),

    ban: (email) =>
      change(service, email, async (tx, user) => {
        await tx.rows(`update auth.users set banned_until = 'infinity' where id = $1`, [user.id]);
        await tell(service, tx, user, 'banned', 'account_closed');
        await endAll(tx, user);
      }),

    unban: (email) =>
      change(service, email, async (tx, user) => {
        await tx.rows('update auth.users set banned_until = null where id = $1', [user.id]);
        await tell(service, tx, user, 'unbanned', 'account_opened');
      }),
  };
}

/** Locks the account while it is changed. */
function change<T>(
  { store }: Service,
  email: string,
  work: (tx: Statements, user: UserRow) => Promise<T>,
): Promise<T> {
  return store.transact(async (tx) => {
    const user = await findUserByEmail(tx, email.trim().toLowerCase());
    if (!user) throw new Unmanageable('There is no account with this email.');
    await lockUser(tx, user.id);
    return work(tx, user);
  });
}

async function removeNamed(
  tx: Statements,
  { id }: UserRow,
  name: string | undefined,
): Promise<Pick<Factor, 'id' | 'friendly_name' | 'factor_type'>[]> {
  const present = await verifiedFactors(tx, id);
  const removed = present.filter(({ friendly_name: called }) => called === (name ?? called));
  if (removed.length === 0) {
    const names = present.map(({ friendly_name: called }) => called).join(', ');
    throw new Unmanageable(
      names === ''
        ? 'It has no second factor.'
        : `It has no second factor of this name, but: ${names}`,
    );
  }
  await tx.rows('delete from auth.factors where id = any($1)', [removed.map((each) => each.id)]);
  await dropLoneCodes(tx, id);
  return removed;
}

async function endAll(tx: Statements, { id }: UserRow): Promise<number> {
  const ended = await tx.rows('delete from auth.sessions where user_id = $1 returning id', [id]);
  return ended.length;
}

type SimpleMail = Extract<AuthMail['kind'], 'sessions_ended' | 'account_closed' | 'account_opened'>;

async function tell(
  service: Service,
  tx: Statements,
  user: UserRow,
  event: AuditEvent,
  kind: SimpleMail,
): Promise<void> {
  await noteIt(service, tx, user, event);
  await service.post({ kind, to: user.email, userId: user.id }, tx);
}

function noteIt(
  { clock }: Service,
  tx: Statements,
  { id }: UserRow,
  event: AuditEvent,
  details: Record<string, string> = {},
): Promise<void> {
  return note(tx, {
    at: clock(),
    event,
    userId: id,
    sessionId: null,
    address: null,
    details: { ...details, by: 'shop' },
  });
}
