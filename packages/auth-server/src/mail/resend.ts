import type { ResendBody } from '#auth-server/bodies.ts';
import { AuthFault, invalid } from '#auth-server/fault.ts';
import { takeFromNetwork } from '#auth-server/limits.ts';
import type { UserRow } from '#auth-server/rows.ts';
import type { Service, Visit } from '#auth-server/service.ts';
import type { Statements } from '#auth-server/store.ts';
import { mailChangeAgain } from './email-change.ts';
import { mailTo, mayMail, recipientOf } from './mail-budget.ts';
import { makeLink } from './mailed-link.ts';
import type { CodeChallenge } from './one-time-token.ts';
import { codeChallengeOf } from './pkce.ts';
import { findWaiting, mailConflict } from './waiting-sign-up.ts';

/** Mails the link of a pending sign-up or e-mail change again, if there is one. */
export async function resend(
  service: Service,
  body: ResendBody,
  redirectTo: string | undefined,
  visit: Visit,
): Promise<void> {
  const { type, email, phone } = body;
  if (!service.canMail) throw new AuthFault('email_provider_disabled');
  if (phone || type === 'sms' || type === 'phone_change') {
    throw new AuthFault('phone_provider_disabled');
  }
  if (type !== 'signup' && type !== 'email_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (!email) throw invalid('Type provided requires an email address');
  const codeChallenge = codeChallengeOf(body);
  await takeFromNetwork(service, 'mailRequest', visit, body.gotrue_meta_security?.captcha_token);
  service.background(() =>
    service.store.transact((tx) =>
      type === 'signup'
        ? mailSignUp(service, tx, email, redirectTo, codeChallenge)
        : mailChangeAgain(service, tx, email, redirectTo),
    ),
  );
}

/**
 * The link keeps the sign-up's password. Without a stored one, or with conflicting sign-ups, the link asks for a
 * password.
 */
async function mailSignUp(
  service: Service,
  tx: Statements,
  email: string,
  redirectTo: string | undefined,
  codeChallenge: CodeChallenge | null,
): Promise<void> {
  const user = await findAndLock(tx, email);
  const waits = user?.password_hash && !user.email_confirmed_at;
  const waiting = await findWaiting(tx, email);
  const recipient = recipientOf(waits ? user : undefined, email);
  if (waits && !waiting?.password_hash) return mailConflict(service, tx, recipient);
  if (!(await mayMail(service, tx, 'sign-up again', recipient))) return;
  const { userId } = recipient;
  const link = await makeLink(service, tx, {
    kind: 'signup',
    userId,
    email,
    redirectTo,
    codeChallenge,
    signUp: {
      passwordHash: waiting?.password_hash ?? '',
      userMetadata: waiting?.user_metadata ?? {},
    },
  });
  const mail = { kind: 'confirm_sign_up', to: email, userId, link } as const;
  await service.post(mailTo(recipient, mail), tx);
}

/** Locked, or a new link would restore a password that was discarded a moment before. */
async function findAndLock(tx: Statements, email: string): Promise<UserRow | undefined> {
  const [row] = await tx.rows<{ user: UserRow }>(
    `select auth.with_factors(to_jsonb(u)) as user from auth.users u where email = $1 for update`,
    [email],
  );
  return row?.user;
}
