import type { Service } from '#auth-server/service.ts';
import type { Statements } from '#auth-server/store.ts';
import type { Metadata } from '#auth-server/user-metadata.ts';
import { consumeEmailLimit, emailTo, type Recipient } from './email-limits.ts';
import { makeLink } from './emailed-link.ts';

/** What a sign-up typed, stored with its token; null after concurrent sign-ups. */
type StoredSignUp = { password_hash: string | null; user_metadata: Metadata | null };

/**
 * The unconfirmed sign-up of this address, as it was typed last. It is stored as long as its account: its link expires
 * within an hour, and can be requested again.
 */
export async function findPendingSignUp(
  statements: Statements,
  email: string,
): Promise<StoredSignUp | undefined> {
  const [waiting] = await statements.rows<StoredSignUp>(
    `select t.password_hash, t.user_metadata
     from auth.one_time_tokens t join auth.users u on u.id = t.user_id
     where u.email = $1 and u.email_confirmed_at is null and t.kind = 'signup'
     order by t.created_at desc, t.token_hash limit 1`,
    [email],
  );
  return waiting;
}

/**
 * Two people have typed a password for one address, or one person two. The mailbox cannot tell whose link it opens, so
 * neither password counts. The earlier sign-up stays, without what was typed: its link no longer confirms anything, and
 * it marks the conflict for later requests.
 */
export async function discardPendingSignUp(tx: Statements, userId: string): Promise<void> {
  await tx.rows(
    `update auth.one_time_tokens set password_hash = null, user_metadata = null
     where user_id = $1 and kind = 'signup'`,
    [userId],
  );
}

/**
 * Emails the link that confirms the address and asks for a password. Counted separately from the emails of sign-ups:
 * the first one's link no longer works, so this email must not have to wait for that limit.
 */
export async function emailConcurrentSignUps(
  service: Service,
  tx: Statements,
  recipient: Recipient,
): Promise<void> {
  if (!(await consumeEmailLimit(service, tx, 'concurrent sign-up', recipient))) return;
  const { userId, email } = recipient;
  const link = await makeLink(service, tx, {
    kind: 'recovery',
    userId,
    email,
    redirectTo: undefined,
    codeChallenge: null,
  });
  const content = { kind: 'confirm_rival_sign_ups', to: email, userId, link } as const;
  await service.queueEmail(emailTo(recipient, content), tx);
}
