import { writeAudit } from './audit-log.ts';
import { AuthError } from './auth-error.ts';
import { sendEmailChangeLinks } from './email/email-change.ts';
import { type CheckedPassword, checkNewPassword } from './passwords/new-password.ts';
import { rememberPassword } from './passwords/password-history.ts';
import { isReset, revokeOlderAccess } from './passwords/revoke-older-access.ts';
import { stepUpByCode } from './passwords/step-up-by-code.ts';
import { consumeByNetwork } from './rate-limits.ts';
import { requireRecentAuthentication } from './recent-authentication.ts';
import type { PasswordChangeBody, UserChangeBody } from './request-bodies.ts';
import type { AccountRow, UserRow } from './rows.ts';
import { consumeSecurityNoticeLimit } from './security-notices.ts';
import type { RequestService } from './service.ts';
import { lockOpenSession } from './sessions/lock-open-session.ts';
import { findSession } from './sessions/refresh-queries.ts';
import { revokeAllTokens } from './sessions/revoke-tokens.ts';
import type { Statements } from './store.ts';
import { mfaRequired } from './user.ts';
import { type Metadata, metadataTooLarge } from './user-metadata.ts';

type Change = {
  password: CheckedPassword | null;
  newEmail: string | null;
  data: Metadata;
  /** Whether the session's tokens are revoked, because the response has new ones. */
  withNewTokens?: boolean;
};

/**
 * Changes a user's password, email address (once both mailboxes have confirmed), or the application's data about them.
 * With an emailed code and nothing to change, it is a step-up.
 *
 * @throws AuthError insufficient_aal, weak_password, same_password, current_password_required,
 * current_password_invalid, reauthentication_not_valid, over_email_send_rate_limit, not_admin,
 * reauthentication_needed, conflict, session_not_found, session_expired, validation_failed, over_request_rate_limit,
 * captcha_failed.
 */
export async function updateUser(
  service: RequestService,
  account: AccountRow,
  body: UserChangeBody,
  redirectTo: string | undefined,
): Promise<UserRow> {
  const { user } = account;
  if (body.app_metadata != null) throw new AuthError('not_admin');
  if (body.phone) throw new AuthError('phone_provider_disabled');
  const newEmail = body.email && body.email !== user.email ? body.email : null;
  if (mfaRequired(account)) throw new AuthError('insufficient_aal');
  await service.limit('userUpdates').consume(account.session.id); // each is noted in the audit log
  if (newEmail) requireRecentAuthentication(account, service.clock());
  if (newEmail && !service.canSendEmail) throw new AuthError('email_provider_disabled');
  if (newEmail) {
    const proof = body.gotrue_meta_security?.captcha_token;
    await consumeByNetwork(service, 'mailRequest', proof, [newEmail]);
  }
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
 * Changes the password and gives the session new tokens, so that a stolen copy of the old ones stops working. This is
 * not part of the protocol: its own password change (`updateUser`) returns no tokens, so a copy stays valid there.
 *
 * @throws as `updateUser`.
 */
export async function changePassword(
  service: RequestService,
  account: AccountRow,
  body: PasswordChangeBody,
): Promise<AccountRow> {
  if (mfaRequired(account)) throw new AuthError('insufficient_aal');
  const password = await checkNewPassword(service, account, body);
  await service.store.transact((tx) =>
    write(service, tx, account, { password, newEmail: null, data: {}, withNewTokens: true }),
  );
  const renewed = await findSession(service.store, account.session.id);
  if (!renewed) throw new AuthError('session_not_found'); // signed out meanwhile
  return renewed;
}

/**
 * A new password ends every other session, every emailed link and the pending email change: whoever knew the old one is
 * signed out.
 */
async function write(
  service: RequestService,
  tx: Statements,
  account: AccountRow,
  { password, newEmail, data, withNewTokens = false }: Change,
  redirectTo?: string,
): Promise<UserRow> {
  const { user, session } = account;
  const now = service.clock();
  const removed = Object.keys(data).filter((key) => data[key] === null);
  await lockOpenSession(tx, account);
  // The user's row first, then the sessions: a sign-in with the old password waits for the row and then fails. The
  // password must still be the one that was checked. A reset has checked none, so changes in between do not stop it.
  const [changed] = await tx
    .rows<{ user: UserRow }>(
      `update auth.users u
       set user_metadata = (user_metadata || $2::jsonb) - $3::text[],
           password_hash = coalesce($4, password_hash), updated_at = $5,
           email_change = case when $4::text is null then email_change end,
           email_change_accepted_by = case when $4::text is null then email_change_accepted_by end
       where id = $1 and ($4::text is null or $7 or password_hash is not distinct from $6)
       returning auth.with_factors(to_jsonb(u)) as user`,
      [user.id, data, removed, password?.hash ?? null, now, user.password_hash, isReset(session)],
    )
    .catch(metadataTooLarge);
  if (!changed) throw new AuthError('conflict');
  if (password !== null) {
    if (password.byCurrent) await consumeSecurityNoticeLimit(service, tx, account);
    await revokeOlderAccess(service, tx, account);
    if (withNewTokens) await revokeAllTokens(tx, session.id, now);
    await rememberPassword(tx, user.id, user.password_hash, now);
    await service.queueEmail({ kind: 'password_changed', to: user.email, userId: user.id }, tx);
  }
  if (newEmail) await sendEmailChangeLinks(service, tx, account, newEmail, redirectTo);
  await writeAudit(service, tx, password === null ? 'user_updated' : 'password_changed', {
    user,
    session,
  });
  return { ...changed.user, email_change: newEmail ?? changed.user.email_change };
}
