import { writeAudit } from './audit-log.ts';
import { AuthError } from './auth-error.ts';
import { mailEmailChange } from './mail/email-change.ts';
import { checkNewPassword } from './passwords/new-password.ts';
import { rememberPassword } from './passwords/password-history.ts';
import { stepUpByCode } from './passwords/step-up-by-code.ts';
import { requireRecentAuthentication } from './recent-authentication.ts';
import type { UserChangeBody } from './request-bodies.ts';
import type { AccountRow, SessionRow, UserRow } from './rows.ts';
import type { RequestService } from './service.ts';
import { requireOpenSession } from './sessions/require-open-session.ts';
import type { Statements } from './store.ts';
import { mfaRequired } from './user.ts';
import { type Metadata, metadataTooLarge } from './user-metadata.ts';

type Change = { password: string | null; newEmail: string | null; data: Metadata };

/**
 * Changes a user's password, e-mail address (once both mailboxes have confirmed), or the application's data about them.
 * With a mailed code and nothing to change, it is a step-up.
 *
 * @throws AuthError insufficient_aal, weak_password, same_password, current_password_required,
 * current_password_invalid, reauthentication_not_valid, over_email_send_rate_limit, not_admin,
 * reauthentication_needed, conflict, session_not_found, session_expired, validation_failed, over_request_rate_limit.
 */
export async function updateUser(
  service: RequestService,
  account: AccountRow,
  body: UserChangeBody,
  redirectTo: string | undefined,
): Promise<UserRow> {
  const { user, session } = account;
  if (body.app_metadata != null) throw new AuthError('not_admin');
  if (body.phone) throw new AuthError('phone_provider_disabled');
  const newEmail = body.email && body.email !== user.email ? body.email : null;
  if (mfaRequired(account)) throw new AuthError('insufficient_aal');
  if (newEmail) requireRecentAuthentication(session, service.clock());
  if (newEmail && !service.canMail) throw new AuthError('email_provider_disabled');
  const password = body.password
    ? await checkNewPassword(service, account, { ...body, password: body.password })
    : null;
  if (password === null && !newEmail && !body.data) {
    if (body.nonce) await stepUpByCode(service, account, body.nonce);
    return user;
  }
  return service.store.transact((tx) =>
    write(service, tx, account, { password, newEmail, data: body.data ?? {} }, redirectTo),
  );
}

/**
 * A new password ends every other session, every mailed link and their pending e-mail change: whoever knew the old one
 * is signed out. This session and its tokens stay, as in the protocol.
 */
async function write(
  service: RequestService,
  tx: Statements,
  { user, session }: AccountRow,
  { password, newEmail, data }: Change,
  redirectTo: string | undefined,
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
    .catch(metadataTooLarge);
  if (!changed) throw new AuthError('conflict');
  await requireOpenSession(tx, session);
  if (password !== null) {
    await tx.rows('delete from auth.sessions where user_id = $1 and id <> $2', [
      user.id,
      session.id,
    ]);
    await consumeResetLink(tx, session);
    await rememberPassword(tx, user.id, user.password_hash, now);
    await tx.rows('delete from auth.one_time_tokens where user_id = $1', [user.id]);
    await service.queueMail({ kind: 'password_changed', to: user.email, userId: user.id }, tx);
  }
  if (newEmail) await mailEmailChange(service, tx, user, newEmail, redirectTo);
  await writeAudit(service, tx, password === null ? 'user_updated' : 'password_changed', {
    user,
    session,
  });
  return { ...changed.user, email_change: newEmail ?? changed.user.email_change };
}

/**
 * A reset link sets one password: a thief who uses this session after its owner needs the one that was just set. The
 * session still counts as authenticated by mail.
 */
async function consumeResetLink(tx: Statements, { id, amr }: SessionRow): Promise<void> {
  if (!amr.some(({ method }) => method === 'recovery')) return;
  const spent = amr.map((proof) =>
    proof.method === 'recovery' ? { ...proof, method: 'otp' } : proof,
  );
  await tx.rows('update auth.sessions set amr = $2 where id = $1', [id, JSON.stringify(spent)]);
}
