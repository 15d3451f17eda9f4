import { violates } from '@aparajita/postgres/error-codes';
import type { LimitExceeded } from '@aparajita/postgres/rate-limit';
import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import { moveUndoLinks } from '#auth-server/factors/undo-link.ts';
import type { AccountRow, SessionRow, UserRow } from '#auth-server/rows.ts';
import { changedTooOften } from '#auth-server/security-notices.ts';
import type { RequestService, Service } from '#auth-server/service.ts';
import { lockUserByEmail } from '#auth-server/sign-in.ts';
import type { Statements } from '#auth-server/store.ts';
import {
  countEmail,
  emailTo,
  isDailyLimit,
  type Purpose,
  type Recipient,
  recipientOf,
} from './email-limits.ts';
import { makeLink } from './emailed-link.ts';
import type { OneTimeToken, TokenKind } from './one-time-token.ts';

type Mailbox = 'email_change_current' | 'email_change_new';

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
  { user, session }: AccountRow,
  newEmail: string,
  redirectTo: string | undefined,
): Promise<void> {
  await tx.rows(
    `update auth.users
     set email_change = $2, email_change_accepted_by = null
     where id = $1`,
    [user.id, newEmail],
  );
  // The links of an earlier change must not confirm this one.
  await tx.rows(
    `delete from auth.one_time_tokens
     where user_id = $1 and kind in ('email_change_current', 'email_change_new')`,
    [user.id],
  );
  const change = { recipient: recipientOf(user, user.email), newEmail, redirectTo };
  const purposes = {
    email_change_current: 'change of address',
    email_change_new: 'change to address',
  } as const;
  for (const mailbox of MAILBOXES) {
    const requestedBy = mailbox === 'email_change_current' ? { session } : {};
    const purpose = purposes[mailbox];
    const refused = await sendLink(service, tx, mailbox, { ...change, ...requestedBy }, purpose);
    if (refused && isDailyLimit(refused)) throw changedTooOften(refused);
    if (refused) throw new AuthError('over_email_send_rate_limit');
  }
}

/**
 * Emails the missing links of a pending change again. Anybody may request it: a mailbox that has confirmed gets no
 * email and stays confirmed, and a mailbox over its email limit keeps its link.
 */
export async function resendEmailChange(
  service: Service,
  tx: Statements,
  email: string,
  redirectTo: string | undefined,
): Promise<void> {
  const pending = await lockUserByEmail(tx, email);
  // A separate statement, so that it sees the changes its lock has waited for: a mailbox may just have confirmed.
  const links = await tx.rows<{ kind: Mailbox }>(
    `select kind from auth.one_time_tokens
     where user_id = $1 and kind in ('email_change_current', 'email_change_new')`,
    [pending?.id ?? null],
  );
  const waiting = MAILBOXES.filter((mailbox) => links.some(({ kind }) => kind === mailbox));
  const recipient = recipientOf(waiting.length > 0 ? pending : undefined, email);
  const change = { recipient, newEmail: pending?.email_change ?? `new ${email}`, redirectTo };
  for (const mailbox of recipient.exists ? waiting : MAILBOXES) {
    await sendLink(service, tx, mailbox, change, 'change asked for again');
  }
}

const MAILBOXES: readonly Mailbox[] = ['email_change_current', 'email_change_new'];

type Change = {
  recipient: Recipient;
  newEmail: string;
  redirectTo: string | undefined;
  /** The session that asks for it, for the email to its own mailbox. */
  session?: SessionRow;
};

/**
 * Emails one mailbox its link. A new address that has a confirmed account already gets a notice instead; the
 * requester sees the same as with any other address, and the change is never made.
 *
 * @returns the limit that refuses it, with nothing done, when this mailbox is over its email limit.
 */
async function sendLink(
  service: Service,
  tx: Statements,
  mailbox: Mailbox,
  { recipient, newEmail, redirectTo, session }: Change,
  purpose: Purpose,
): Promise<LimitExceeded | undefined> {
  const { userId, exists } = recipient;
  const email = mailbox === 'email_change_new' ? newEmail : recipient.email;
  const refused = await countEmail(service, tx, purpose, {
    email,
    exists,
    ...(session && { session }),
  });
  if (refused) return refused;
  const taken = await tx.rows(
    'select from auth.users where email = $1 and id <> $2 and email_confirmed_at is not null',
    [email, userId],
  );
  const options = { kind: mailbox, userId, email, redirectTo, codeChallenge: null };
  const link = await makeLink(service, tx, options);
  const content =
    taken.length > 0
      ? ({ kind: 'email_taken', to: email, userId } as const)
      : ({ kind: 'confirm_email_change', to: email, userId, link, newEmail } as const);
  await service.queueEmail(emailTo(recipient, content), tx);
  return undefined;
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
  { user_id, kind }: OneTimeToken,
): Promise<UserRow | undefined> {
  const [before] = await tx.rows<Pending>(
    `select email, email_change, email_change_accepted_by as accepted_by
     from auth.users where id = $1 for update`,
    [user_id],
  );
  if (!before?.email_change) throw new AuthError('otp_expired');
  if (before.accepted_by === null || before.accepted_by === kind) {
    await tx.rows('update auth.users set email_change_accepted_by = $2 where id = $1', [
      user_id,
      kind,
    ]);
    return undefined;
  }
  await deleteUnconfirmedAccount(tx, before.email_change);
  const [row] = await tx
    .rows<{ user: UserRow }>(
      `update auth.users u set email = email_change, email_change = null, email_change_accepted_by = null,
         updated_at = $2
       where id = $1
       returning auth.with_factors(to_jsonb(u)) as user`,
      [user_id, service.clock()],
    )
    .catch((error) => {
      if (violates(error, 'one_user_per_email')) throw new AuthError('email_exists', {}, error);
      throw error;
    });
  if (!row) throw new AuthError('otp_expired');
  await tx.rows('delete from auth.one_time_tokens where user_id = $1', [user_id]);
  await moveUndoLinks(service, tx, row.user);
  // Sessions of the old address end and sign in with the new one; the link opens its own session.
  await tx.rows('delete from auth.sessions where user_id = $1', [user_id]);
  await service.queueEmail(
    { kind: 'email_changed', to: before.email, userId: user_id, newEmail: before.email_change },
    tx,
  );
  await writeAudit(service, tx, 'email_changed', { user: { id: user_id } });
  return row.user;
}

/** Cancels a pending change, with its links; the user's row is locked. */
export async function cancelEmailChange(tx: Statements, userId: string): Promise<void> {
  await tx.rows(
    `update auth.users set email_change = null, email_change_accepted_by = null
     where id = $1 and email_change is not null`,
    [userId],
  );
  await tx.rows(
    `delete from auth.one_time_tokens
     where user_id = $1 and kind in ('email_change_current', 'email_change_new')`,
    [userId],
  );
}

/** `accepted_by`: the mailbox that has confirmed; null when none has. */
type Pending = { email: string; email_change: string | null; accepted_by: TokenKind | null };

/**
 * Deletes the account of a sign-up with this address that was never confirmed: nobody has ever signed in to it. The
 * address then goes to the user who has proven access to its mailbox.
 */
async function deleteUnconfirmedAccount(tx: Statements, email: string): Promise<void> {
  await tx.rows('delete from auth.users where email = $1 and email_confirmed_at is null', [email]);
}
