import { writeAudit } from '#auth-server/audit-log.ts';
import { AuthError, invalid } from '#auth-server/auth-error.ts';
import { consumeByNetwork } from '#auth-server/rate-limits.ts';
import type { EmailRequestBody } from '#auth-server/request-bodies.ts';
import type { RequestService } from '#auth-server/service.ts';
import { lockUserByEmail } from '#auth-server/sign-in.ts';
import { consumeEmailLimit, emailTo, recipientOf } from './email-limits.ts';
import { makeLink, pkceChallengeForApp } from './emailed-link.ts';
import { codeChallengeOf } from './pkce.ts';

type Kind = 'recovery' | 'magiclink';

/**
 * Emails a link that resets the password, or signs in. It responds before any lookup, and does the same work for an
 * address without an account: neither the response, nor its time, nor the work after it reveals whether there is one.
 *
 * @throws AuthError validation_failed, captcha_failed (by network, and by address in a day).
 */
export async function requestLink(
  service: RequestService,
  kind: Kind,
  body: EmailRequestBody,
  redirectTo: string | undefined,
): Promise<void> {
  const { email, phone } = body;
  if (!service.canSendEmail) throw new AuthError('email_provider_disabled');
  if (phone) throw new AuthError('phone_provider_disabled');
  if (!email) throw invalid('Password recovery requires an email');
  const codeChallenge = pkceChallengeForApp(service.settings, redirectTo, codeChallengeOf(body));
  const proof = body.gotrue_meta_security?.captcha_token;
  await consumeByNetwork(service, 'mailRequest', proof, [email]);
  service.background(() =>
    service.store.transact(async (tx) => {
      // Locked, or the link of an account whose address changes meanwhile would go to the one before.
      const user = await lockUserByEmail(tx, email);
      const recipient = recipientOf(user, email);
      // Counted separately, or strangers who keep requesting links to an app would prevent the link to our page from
      // being emailed.
      const purpose = codeChallenge ? (`${kind} elsewhere` as const) : kind;
      if (!(await consumeEmailLimit(service, tx, purpose, recipient))) return;
      const { userId } = recipient;
      const link = await makeLink(service, tx, { kind, userId, email, redirectTo, codeChallenge });
      const emailKind = kind === 'recovery' ? 'reset_password' : 'sign_in_link';
      await service.queueEmail(
        emailTo(recipient, { kind: emailKind, to: email, userId, link }),
        tx,
      );
      await writeAudit(
        service,
        tx,
        kind === 'recovery' ? 'recovery_requested' : 'sign_in_link_requested',
        { user },
      );
    }),
  );
}
