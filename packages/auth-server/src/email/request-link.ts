import { lockUserByEmail } from '#auth-server/account-queries.ts';
import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError, invalid } from '#auth-server/auth-error.ts';
import { consumeByNetwork } from '#auth-server/rate-limits.ts';
import type { EmailRequestBody } from '#auth-server/request-bodies.ts';
import type { RequestService, Statements } from '#auth-server/service.ts';
import { countEmail, recipientOf } from './email-limits.ts';
import { makeLink } from './emailed-link.ts';
import { resendSignUp } from './sign-up-with-confirmation.ts';

type EmailRequest = (service: RequestService, body: EmailRequestBody) => Promise<void>;

/** Emails a link that resets the password. @throws as `respondFirst`. */
export const recover: EmailRequest = (service, body) =>
  respondFirst(service, body, async (tx, email) => {
    // Locked, or the link of an account whose address changes meanwhile would go to the one before.
    const user = await lockUserByEmail(tx, email);
    const recipient = recipientOf(user, email);
    if (await countEmail(service, tx, 'recovery', recipient)) return;
    const link = await makeLink(service, tx, recipient, { kind: 'recovery' });
    await service.queueEmail(tx, recipient, { kind: 'reset_password', link });
    await writeAudit(service, tx, 'recovery_requested', { user });
  });

/** Emails the link of a pending sign-up again, if there is one. @throws as `respondFirst`. */
export const resend: EmailRequest = (service, body) => {
  if (body.type !== 'signup') throw invalid('Only the email of a sign-up can be sent again');
  return respondFirst(service, body, (tx, email) => resendSignUp(service, tx, email));
};

/**
 * Responds before any lookup; `work` does the same for an address without an account. So neither the response, nor its
 * time, nor the work after it reveals whether there is one.
 *
 * @throws AuthError validation_failed, captcha_failed (by network, and by address in a day), email_provider_disabled.
 */
async function respondFirst(
  service: RequestService,
  body: EmailRequestBody,
  work: (tx: Statements, email: string) => Promise<void>,
): Promise<void> {
  const { email } = body;
  if (!service.canSendEmail) throw new AuthError('email_provider_disabled');
  if (!email) throw invalid('This requires an email');
  await consumeByNetwork(service, 'mailRequest', body, [email]);
  service.background(() => service.store.transact((tx) => work(tx, email)));
}
