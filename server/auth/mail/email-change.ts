import { note } from '../audit.ts';
import { AuthFault } from '../fault.ts';
import type { UserRow } from '../rows.ts';
import type { Service, Visit } from '../service.ts';
import type { Statements } from '../store.ts';
import { makeLink } from './mailed-link.ts';
import type { OneTimeToken } from './one-time-token.ts';

/** Asks both mailboxes: the new one whether it is theirs, the old one whether it was them. */
export async function mailEmailChange(
  service: Service,
  tx: Statements,
  user: UserRow,
  newEmail: string,
  redirectTo: string | undefined,
): Promise<void> {
  await tx.rows(
    'update auth.users set email_change = $2, email_change_accepted = false where id = $1',
    [user.id, newEmail],
  );
  const both = [
    ['email_change_current', user.email],
    ['email_change_new', newEmail],
  ] as const;
  for (const [kind, email] of both) {
    const options = { kind, userId: user.id, email, redirectTo, codeChallenge: null };
    const link = await makeLink(service, tx, options);
    await service.post(
      { kind: 'confirm_email_change', to: email, userId: user.id, link, newEmail },
      tx,
    );
  }
}

/** The address that this one's account is to change to, for as long as a link of the change is kept. */
export async function findPendingChange(
  statements: Statements,
  email: string,
): Promise<string | undefined> {
  const [pending] = await statements.rows<{ new_email: string }>(
    `select email_change as new_email from auth.users u
     where email = $1 and email_change is not null and exists (
       select from auth.one_time_tokens t
       where t.user_id = u.id and t.kind in ('email_change_current', 'email_change_new')
     )`,
    [email],
  );
  return pending?.new_email;
}

/**
 * One mailbox has agreed to a change of address.
 *
 * @returns the changed user, or undefined while the other mailbox has not agreed.
 */
export async function changeEmail(
  service: Service,
  tx: Statements,
  { user_id }: OneTimeToken,
  visit: Visit,
): Promise<UserRow | undefined> {
  const [before] = await tx.rows<{ email: string; email_change: string | null; accepted: boolean }>(
    `select email, email_change, email_change_accepted as accepted from auth.users
     where id = $1 for update`,
    [user_id],
  );
  if (!before?.email_change) throw new AuthFault('otp_expired');
  if (!before.accepted) {
    await tx.rows('update auth.users set email_change_accepted = true where id = $1', [user_id]);
    return undefined;
  }
  const [row] = await tx
    .rows<{ user: UserRow }>(
      `update auth.users u set email = email_change, email_change = null, email_change_accepted = false,
         updated_at = $2
       where id = $1
       returning auth.with_factors(to_jsonb(u)) as user`,
      [user_id, service.clock()],
    )
    .catch((error) => {
      if (
        error instanceof Error &&
        'constraint' in error &&
        error.constraint === 'one_user_per_email'
      ) {
        throw new AuthFault('email_exists', {}, error);
      }
      throw error;
    });
  if (!row) throw new AuthFault('otp_expired');
  await tx.rows('delete from auth.one_time_tokens where user_id = $1', [user_id]);
  // Whoever was signed in with the old address signs in with the new one; the link opens a session by itself.
  await tx.rows('delete from auth.sessions where user_id = $1', [user_id]);
  await service.post(
    { kind: 'email_changed', to: before.email, userId: user_id, newEmail: before.email_change },
    tx,
  );
  await note(tx, {
    at: service.clock(),
    event: 'email_changed',
    userId: user_id,
    sessionId: null,
    address: visit.address,
  });
  return row.user;
}
