import { hasVerifiedFactor } from './assurance.ts';
import { AuthError } from './auth-error.ts';
import type { AccountRow, Statements, UserRow } from './service.ts';

/** SQL for a `UserRow`: the row of auth.users that `users` names, and what stands of the factors in the protocol's user. */
export const withFactors = (users: string) => `
  to_jsonb(${users}) || jsonb_build_object('factors', coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
      'created_at', f.created_at, 'updated_at', f.updated_at
    ) order by f.created_at, f.id)
    from auth.factors f where f.user_id = ${users}.id
  ), '[]'::jsonb))`;

/** A session with its user. */
export async function findSession(
  statements: Statements,
  sessionId: string,
): Promise<AccountRow | undefined> {
  const [account] = await statements.rows<AccountRow>(
    `select ${withFactors('u')} as user, to_json(s) as session
     from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`,
    [sessionId],
  );
  return account;
}

/** A session that was just changed. @throws AuthError session_not_found when it was signed out meanwhile. */
export async function requireSession(tx: Statements, sessionId: string): Promise<AccountRow> {
  const account = await findSession(tx, sessionId);
  if (!account) throw new AuthError('session_not_found');
  return account;
}

/** Locks the user's row, so that requests that change how the account is signed in to run one after the other. */
export async function lockUser(tx: Statements, userId: string): Promise<void> {
  await tx.rows('select id from auth.users where id = $1 for update', [userId]);
}

/**
 * Locks the account of an address, and reads it in a second statement: one that waits for a lock reads other tables, such
 * as the factors, as they were before it waited. Without an account it sends the same statements.
 */
export async function lockUserByEmail(tx: Statements, email: string): Promise<UserRow | undefined> {
  const [locked] = await tx.rows<{ id: string }>(
    'select id from auth.users where email = $1 for update',
    [email],
  );
  return readUser(tx, locked?.id ?? null);
}

/** The same by the account's id. */
export async function lockUserById(tx: Statements, id: string): Promise<UserRow | undefined> {
  await lockUser(tx, id);
  return readUser(tx, id);
}

async function readUser(tx: Statements, id: string | null): Promise<UserRow | undefined> {
  const [row] = await tx.rows<{ user: UserRow }>(
    `select ${withFactors('u')} as user from auth.users u where id = $1`,
    [id],
  );
  return row?.user;
}

/**
 * Locks the user's row for a request of a session, and checks that the session is still valid for it: after the request
 * was authenticated, a slow body, hashing and waiting for the lock take time, and 'Sign out everywhere', a new factor or
 * an undone one must stop a thief's pending request. Call it first in every transaction in which a session changes
 * something.
 *
 * @throws AuthError session_not_found, session_expired (401) where the session's tokens were replaced meanwhile,
 * insufficient_aal where the user has got a second factor meanwhile that this session has not shown.
 */
export async function lockOpenSession(
  tx: Statements,
  { user, session }: AccountRow,
): Promise<void> {
  await lockUser(tx, user.id);
  // A separate statement, so that it sees the changes its lock has waited for. Signing out does not lock the user's row,
  // so the session's row is locked, too: it cannot be deleted before rows that refer to it are written.
  const [open] = await tx.rows<{ access_floor: number; needs_factor: boolean }>(
    `select s.access_floor, s.aal <> 'aal2' and exists (
       select from auth.factors f where f.user_id = s.user_id and f.status = 'verified'
     ) as needs_factor
     from auth.sessions s where s.id = $1 for key share`,
    [session.id],
  );
  if (!open) throw new AuthError('session_not_found');
  // Every revocation of tokens raises it (end-sessions.ts).
  if (open.access_floor !== session.access_floor) {
    throw new AuthError('session_expired', { status: 401 });
  }
  if (open.needs_factor && !hasVerifiedFactor(user)) throw new AuthError('insufficient_aal');
}
