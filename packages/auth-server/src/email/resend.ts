import { AuthError, invalid } from '#auth-server/auth-error.ts';
import { consumeByNetwork } from '#auth-server/rate-limits.ts';
import type { ResendBody } from '#auth-server/request-bodies.ts';
import type { RequestService, Service } from '#auth-server/service.ts';
import { lockUserByEmail } from '#auth-server/sign-in.ts';
import type { Statements } from '#auth-server/store.ts';
import { resendEmailChange } from './email-change.ts';
import { consumeEmailLimit, emailTo, recipientOf } from './email-limits.ts';
import { makeLink } from './emailed-link.ts';
import type { CodeChallenge } from './one-time-token.ts';
import { emailConcurrentSignUps, findPendingSignUp } from './pending-sign-up.ts';
import { codeChallengeOf } from './pkce.ts';

/** Emails the link of a pending sign-up or email change again, if there is one. */
export async function resend(
  service: RequestService,
  body: ResendBody,
  redirectTo: string | undefined,
): Promise<void> {
  const { type, email, phone } = body;
  if (!service.canSendEmail) throw new AuthError('email_provider_disabled');
  if (phone || type === 'sms' || type === 'phone_change') {
    throw new AuthError('phone_provider_disabled');
  }
  if (type !== 'signup' && type !== 'email_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (!email) throw invalid('Type provided requires an email address');
  const codeChallenge = codeChallengeOf(body);
  const proof = body.gotrue_meta_security?.captcha_token;
  await consumeByNetwork(service, 'mailRequest', proof, [email]);
  service.background(() =>
    service.store.transact((tx) =>
      type === 'signup'
        ? emailSignUp(service, tx, email, redirectTo, codeChallenge)
        : resendEmailChange(service, tx, email, redirectTo),
    ),
  );
}

/**
 * The link keeps the sign-up's password. Without a stored one, or with concurrent sign-ups, the link asks for a
 * password.
 */
async function emailSignUp(
  service: Service,
  tx: Statements,
  email: string,
  redirectTo: string | undefined,
  codeChallenge: CodeChallenge | null,
): Promise<void> {
  // Locked, or a new link would restore a password that was discarded a moment before.
  const user = await lockUserByEmail(tx, email);
  const waits = user?.password_hash && !user.email_confirmed_at;
  const waiting = await findPendingSignUp(tx, email);
  const recipient = recipientOf(waits ? user : undefined, email);
  if (waits && !waiting?.password_hash) return emailConcurrentSignUps(service, tx, recipient);
  if (!(await consumeEmailLimit(service, tx, 'sign-up again', recipient))) return;
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
  const content = { kind: 'confirm_sign_up', to: email, userId, link } as const;
  await service.queueEmail(emailTo(recipient, content), tx);
}
