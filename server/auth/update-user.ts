import { note } from './audit.ts';
import type { UserChangeBody } from './bodies.ts';
import { AuthFault, invalid } from './fault.ts';
import { type Metadata, nameTooMuchData } from './metadata.ts';
import { requireStrongPassword } from './password-rules.ts';
import type { AccountRow, UserRow } from './rows.ts';
import type { Service, Visit } from './service.ts';

/**
 * Changes a user's password, what the application keeps about them, or both.
 *
 * @throws AuthFault weak_password, same_password, current_password_required, current_password_invalid,
 * not_admin, conflict, validation_failed, over_request_rate_limit.
 */
export async function updateUser(
  service: Service,
  account: AccountRow,
  body: UserChangeBody,
  visit: Visit,
): Promise<UserRow> {
  const { user } = account;
  if (body.app_metadata != null) throw new AuthFault('not_admin');
  if (body.phone) throw new AuthFault('phone_provider_disabled');
  if (body.email && body.email !== user.email) throw invalid('Email cannot be changed');

  const password = body.password
    ? await checkNewPassword(service, account, body.password, body.current_password, visit)
    : null;
  if (password === null && !body.data) return user;
  return write(service, account, { password, data: body.data ?? {} }, visit);
}

/** @returns the hash of the new password. */
async function checkNewPassword(
  { limits, passwords, store, clock }: Service,
  { user, session }: AccountRow,
  password: string,
  currentPassword: string | null | undefined,
  visit: Visit,
): Promise<string> {
  requireStrongPassword(password, user.email);
  if (!currentPassword) throw new AuthFault('current_password_required');
  await limits.changePassword.take(user.id);
  if (!(await passwords.verify(user.password_hash, currentPassword))) {
    await note(store, {
      at: clock(),
      event: 'password_change_failed',
      userId: user.id,
      sessionId: session.id,
      address: visit.address,
    });
    throw new AuthFault('current_password_invalid');
  }
  await limits.changePassword.forget(user.id);
  if (password === currentPassword) throw new AuthFault('same_password');
  return passwords.hash(password);
}

/** A new password ends every other session: whoever knew the old one is out. */
async function write(
  { store, clock }: Service,
  { user, session }: AccountRow,
  { password, data }: { password: string | null; data: Metadata },
  visit: Visit,
): Promise<UserRow> {
  const now = clock();
  const about = { at: now, userId: user.id, sessionId: session.id, address: visit.address };
  const removed = Object.keys(data).filter((key) => data[key] === null);
  return store.transact(async (tx) => {
    // The row first, then the sessions: a sign-in with the old password waits for the row and then fails.
    const [changed] = await tx
      .rows<{ user: UserRow }>(
        `update auth.users u
         set user_metadata = (user_metadata || $2::jsonb) - $3::text[],
             password_hash = coalesce($4, password_hash), updated_at = $5
         where id = $1 and ($4::text is null or password_hash is not distinct from $6)
         returning to_json(u) as user`,
        [user.id, data, removed, password, now, user.password_hash],
      )
      .catch(nameTooMuchData);
    if (!changed) throw new AuthFault('conflict');
    if (password !== null) {
      await tx.rows('delete from auth.sessions where user_id = $1 and id <> $2', [
        user.id,
        session.id,
      ]);
    }
    await note(tx, { ...about, event: password === null ? 'user_updated' : 'password_changed' });
    return changed.user;
  });
}
