import { violates } from '@aparajita/postgres/error-codes';
import { withFactors } from '#auth-server/account-queries.ts';
import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import { moveUndoLinks } from '#auth-server/factors/undo-link.ts';
import { changedTooOften } from '#auth-server/security-notices.ts';
import type {
  AccountRow,
  RequestService,
  Service,
  Statements,
  UserRow,
} from '#auth-server/service.ts';
import { countEmail, isDailyLimit } from './email-limits.ts';
import { makeLink } from './emailed-link.ts';
import type { OneTimeToken, TokenKind } from './one-time-token.ts';

const MAILBOXES = ['email_change_current', 'email_change_new'] as const;

/**
 * Emails both mailboxes: with the link to the new one the user proves access to it, with the link to the old one that
 * they requested the change.
 *
 * @throws AuthError over_email_send_rate_limit when either has used up its email limit, over_request_rate_limit when
 * the account has for today; then nothing is changed.
 */
export async function sendEmailChangeLinks(
  service: Service,
  tx: Statements,
  account: AccountRow,
  newEmail: string,
): Promise<void> {
  const { user } = account;
  await cancelEmailChange(tx, user.id); // the links of an earlier change must not confirm this one
  await tx.rows('update auth.users set email_change = $2 where id = $1', [user.id, newEmail]);
  for (const kind of MAILBOXES) await sendLink(service, tx, account, kind, newEmail);
}

/**
 * Emails one mailbox its link. A new address that has a confirmed account already gets a notice instead; the
 * requester sees the same as with any other address, and the change is never made.
 */
async function sendLink(
  service: Service,
  tx: Statements,
  { user, session }: AccountRow,
  kind: (typeof MAILBOXES)[number],
  newEmail: string,
): Promise<void> {
  const isNew = kind === 'email_change_new';
  const to = isNew ? { id: user.id, email: newEmail } : user;
  const refused = isNew
    ? await countEmail(service, tx, 'change to address', to)
    : await countEmail(service, tx, 'change of address', { email: user.email, session });
  if (refused && isDailyLimit(refused)) throw changedTooOften(refused);
  if (refused) throw new AuthError('over_email_send_rate_limit');
  const taken = await tx.rows(
    'select from auth.users where email = $1 and id <> $2 and email_confirmed_at is not null',
    [to.email, to.id],
  );
  const link = await makeLink(service, tx, to, { kind });
  await service.queueEmail(
    tx,
    to,
    taken.length > 0 ? { kind: 'email_taken' } : { kind: 'confirm_email_change', link, newEmail },
  );
}

/**
 * Confirms one mailbox of an email change; confirming the other one completes it. The first one is stored by name, so
 * that two links to one mailbox count as one confirmation.
 *
 * @returns the changed user, or undefined while the other mailbox has not confirmed.
 */
export async function changeEmail(
  service: RequestService,
  tx: Statements,
  { user_id: id, kind }: OneTimeToken,
): Promise<UserRow | undefined> {
  const [before] = await tx.rows<Pending>(
    `select email, email_change, email_change_accepted_by as accepted_by
     from auth.users where id = $1 for update`,
    [id],
  );
  if (!before?.email_change) throw new AuthError('otp_expired');
  if (before.accepted_by === null || before.accepted_by === kind) {
    await tx.rows('update auth.users set email_change_accepted_by = $2 where id = $1', [id, kind]);
    return undefined;
  }
  // Of a sign-up that was never confirmed: nobody has ever signed in to it. The address goes to the user who has proven
  // access to its mailbox.
  await tx.rows('delete from auth.users where email = $1 and email_confirmed_at is null', [
    before.email_change,
  ]);
  const [row] = await tx
    .rows<{ user: UserRow }>(
      `update auth.users u set email = email_change, email_change = null, email_change_accepted_by = null,
         updated_at = $2
       where id = $1
       returning ${withFactors('u')} as user`,
      [id, service.clock()],
    )
    .catch((error) => {
      if (violates(error, 'one_user_per_email')) throw new AuthError('email_exists', {}, error);
      throw error;
    });
  if (!row) throw new AuthError('otp_expired');
  await tx.rows('delete from auth.one_time_tokens where user_id = $1', [id]);
  await moveUndoLinks(service, tx, row.user);
  // Sessions of the old address end and sign in with the new one; the link opens its own session.
  await tx.rows('delete from auth.sessions where user_id = $1', [id]);
  const { email, email_change: newEmail } = before;
  await service.queueEmail(tx, { id, email }, { kind: 'email_changed', newEmail });
  await writeAudit(service, tx, 'email_changed', { user: { id } });
  return row.user;
}

/** `accepted_by`: the mailbox that has confirmed; null when none has. */
type Pending = { email: string; email_change: string | null; accepted_by: TokenKind | null };

/** Cancels a pending change, with its links; the user's row is locked. */
export async function cancelEmailChange(tx: Statements, userId: string): Promise<void> {
  await tx.rows(
    `update auth.users set email_change = null, email_change_accepted_by = null
     where id = $1 and email_change is not null`,
    [userId],
  );
  await tx.rows('delete from auth.one_time_tokens where user_id = $1 and kind = any($2)', [
    userId,
    MAILBOXES,
  ]);
}
