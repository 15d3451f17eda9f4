import { note } from './audit.ts';
import type { UserChangeBody } from './bodies.ts';
import { AuthFault } from './fault.ts';
import { mailEmailChange } from './mail/email-change.ts';
import { type Metadata, nameTooMuchData } from './metadata.ts';
import { confirmByCode } from './passwords/confirm-by-code.ts';
import { keepFormer } from './passwords/former-passwords.ts';
import { checkNewPassword } from './passwords/new-password.ts';
import { requireRecentProof } from './recent-proof.ts';
import type { AccountRow, SessionRow, UserRow } from './rows.ts';
import type { Service, Visit } from './service.ts';
import { requireStillOpen } from './sessions/still-open.ts';
import type { Statements } from './store.ts';
import { needsFactor } from './user.ts';

type Change = { password: string | null; newEmail: string | null; data: Metadata };

/**
 * Changes a user's password, e-mail address (once both mailboxes have confirmed), or the application's data about them.
 * With a mailed code and nothing to change, it is a step-up.
 *
 * @throws AuthFault insufficient_aal, weak_password, same_password, current_password_required,
 * current_password_invalid, reauthentication_not_valid, over_email_send_rate_limit, not_admin,
 * reauthentication_needed, conflict, session_not_found, session_expired, validation_failed, over_request_rate_limit.
 */
export async function updateUser(
  service: Service,
  account: AccountRow,
  body: UserChangeBody,
  redirectTo: string | undefined,
  visit: Visit,
): Promise<UserRow> {
  const { user, session } = account;
  if (body.app_metadata != null) throw new AuthFault('not_admin');
  if (body.phone) throw new AuthFault('phone_provider_disabled');
  const newEmail = body.email && body.email !== user.email ? body.email : null;
  if (needsFactor(account)) throw new AuthFault('insufficient_aal');
  if (newEmail) requireRecentProof(session, service.clock());
  if (newEmail && !service.canMail) throw new AuthFault('email_provider_disabled');
  const password = body.password
    ? await checkNewPassword(service, account, { ...body, password: body.password }, visit)
    : null;
  if (password === null && !newEmail && !body.data) {
    if (body.nonce) await confirmByCode(service, account, body.nonce, visit);
    return user;
  }
  return service.store.transact((tx) =>
    write(service, tx, account, { password, newEmail, data: body.data ?? {} }, redirectTo, visit),
  );
}

/**
 * A new password ends every other session, every mailed link and their pending e-mail change: whoever knew the old one
 * is signed out. This session and its tokens stay, as in the protocol.
 */
async function write(
  service: Service,
  tx: Statements,
  { user, session }: AccountRow,
  { password, newEmail, data }: Change,
  redirectTo: string | undefined,
  visit: Visit,
): Promise<UserRow> {
  const now = service.clock();
  const removed = Object.keys(data).filter((key) => data[key] === null);
  // The row first, then the sessions: a sign-in with the old password waits for the row and then fails.
  const [changed] = await tx
    .rows<{ user: UserRow }>(
      `update auth.users u
       set user_metadata = (user_metadata || $2::jsonb) - $3::text[],
           password_hash = coalesce($4, password_hash), updated_at = $5,
           email_change = case when $4::text is null then email_change end,
           email_change_accepted = email_change_accepted and $4::text is null
       where id = $1 and ($4::text is null or password_hash is not distinct from $6)
       returning auth.with_factors(to_jsonb(u)) as user`,
      [user.id, data, removed, password, now, user.password_hash],
    )
    .catch(nameTooMuchData);
  if (!changed) throw new AuthFault('conflict');
  await requireStillOpen(tx, session);
  if (password !== null) {
    await tx.rows('delete from auth.sessions where user_id = $1 and id <> $2', [
      user.id,
      session.id,
    ]);
    await spendResetLink(tx, session);
    await keepFormer(tx, user.id, user.password_hash, now);
    await tx.rows('delete from auth.one_time_tokens where user_id = $1', [user.id]);
    await service.post({ kind: 'password_changed', to: user.email, userId: user.id }, tx);
  }
  if (newEmail) await mailEmailChange(service, tx, user, newEmail, redirectTo);
  await note(tx, {
    at: now,
    event: password === null ? 'user_updated' : 'password_changed',
    userId: user.id,
    sessionId: session.id,
    address: visit.address,
  });
  return { ...changed.user, email_change: newEmail ?? changed.user.email_change };
}

/**
 * A reset link sets one password: a thief who uses this session after its owner needs the one that was just set. The
 * session still counts as authenticated by mail.
 */
async function spendResetLink(tx: Statements, { id, amr }: SessionRow): Promise<void> {
  if (!amr.some(({ method }) => method === 'recovery')) return;
  const spent = amr.map((proof) =>
    proof.method === 'recovery' ? { ...proof, method: 'otp' } : proof,
  );
  await tx.rows('update auth.sessions set amr = $2 where id = $1', [id, JSON.stringify(spent)]);
}
