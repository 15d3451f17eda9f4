import { lockOpenSession, requireSession, withFactors } from './account-queries.ts';
import { requireRecentAuthentication, requireSecondFactor } from './assurance.ts';
import { writeAudit } from './audit-log.ts';
import { AuthError } from './auth-error.ts';
import { sendEmailChangeLinks } from './email/email-change.ts';
import { type CheckedPassword, checkNewPassword } from './passwords/new-password.ts';
import { isReset, rememberPassword, revokeOlderAccess } from './passwords/revoke-older-access.ts';
import { consumeByNetwork } from './rate-limits.ts';
import type { PasswordChangeBody, UserChangeBody } from './request-bodies.ts';
import { consumeSecurityNoticeLimit } from './security-notices.ts';
import type { AccountRow, RequestService, Statements, UserRow } from './service.ts';
import { revokeAllTokens } from './sessions/end-sessions.ts';

/**
 * Changes a user's password, or email address (once both mailboxes have confirmed).
 *
 * @throws AuthError what `checkNewPassword` and `sendEmailChangeLinks` throw, insufficient_aal, reauthentication_needed,
 * conflict, session_not_found, session_expired, over_request_rate_limit, captcha_failed, email_provider_disabled.
 */
export async function updateUser(
  service: RequestService,
  account: AccountRow,
  body: UserChangeBody,
): Promise<UserRow> {
  const { user, session } = account;
  requireSecondFactor(account);
  await service.limit('userUpdates').consume(session.id); // each is noted in the audit log
  const newEmail = body.email && body.email !== user.email ? body.email : null;
  if (newEmail) {
    requireRecentAuthentication(account, service.clock());
    if (!service.canSendEmail) throw new AuthError('email_provider_disabled');
    await consumeByNetwork(service, 'mailRequest', body, [newEmail]);
  }
  const password = body.password
    ? await checkNewPassword(service, account, { ...body, password: body.password })
    : null;
  if (password === null && !newEmail) return user;
  return service.store.transact(async (tx) => {
    await lockOpenSession(tx, account);
    const changed = password === null ? user : await setPassword(service, tx, account, password);
    if (newEmail) await sendEmailChangeLinks(service, tx, account, newEmail);
    if (password === null) await writeAudit(service, tx, 'user_updated', { user, session });
    return { ...changed, email_change: newEmail ?? changed.email_change };
  });
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
  requireSecondFactor(account);
  const password = await checkNewPassword(service, account, body);
  return service.store.transact(async (tx) => {
    await lockOpenSession(tx, account);
    await setPassword(service, tx, account, password);
    await revokeAllTokens(tx, account.session.id, service.clock());
    return requireSession(tx, account.session.id);
  });
}

/**
 * A new password ends every other session, every emailed link and the pending email change: whoever knew the old one is
 * signed out.
 */
async function setPassword(
  service: RequestService,
  tx: Statements,
  account: AccountRow,
  { hash, byCurrent }: CheckedPassword,
): Promise<UserRow> {
  const { user, session } = account;
  const now = service.clock();
  // The user's row first, then the sessions: a sign-in with the old password waits for the row and then fails. The
  // password must still be the one that was checked. A reset has checked none, so changes in between do not stop it.
  const [changed] = await tx.rows<{ user: UserRow }>(
    `update auth.users u
     set password_hash = $2, updated_at = $3, email_change = null, email_change_accepted_by = null
     where id = $1 and ($5 or password_hash is not distinct from $4)
     returning ${withFactors('u')} as user`,
    [user.id, hash, now, user.password_hash, isReset(session)],
  );
  if (!changed) throw new AuthError('conflict');
  if (byCurrent) await consumeSecurityNoticeLimit(service, tx, account);
  await revokeOlderAccess(service, tx, account);
  await rememberPassword(tx, user.id, user.password_hash, now);
  await service.queueEmail(tx, user, { kind: 'password_changed' });
  await writeAudit(service, tx, 'password_changed', { user, session });
  return changed.user;
}
