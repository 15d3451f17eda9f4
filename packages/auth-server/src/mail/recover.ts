import { note } from '#auth-server/audit.ts';
import type { MailRequestBody } from '#auth-server/bodies.ts';
import { AuthFault, invalid } from '#auth-server/fault.ts';
import { takeFromNetwork } from '#auth-server/limits.ts';
import type { Service, Visit } from '#auth-server/service.ts';
import { findUserByEmail } from '#auth-server/sign-in.ts';
import { mailTo, mayMail, recipientOf } from './mail-budget.ts';
import { challengeElsewhere, makeLink } from './mailed-link.ts';
import { codeChallengeOf } from './pkce.ts';

type Kind = 'recovery' | 'magiclink';

/**
 * Mails a link that resets the password, or signs in. It responds before any lookup, and does the same work for an
 * address without an account: neither the response, nor its time, nor the work after it reveals whether there is one.
 *
 * @throws AuthFault validation_failed, captcha_failed (per network, never per account).
 */
export async function mailLink(
  service: Service,
  kind: Kind,
  body: MailRequestBody,
  redirectTo: string | undefined,
  visit: Visit,
): Promise<void> {
  const { email, phone } = body;
  if (!service.canMail) throw new AuthFault('email_provider_disabled');
  if (phone) throw new AuthFault('phone_provider_disabled');
  if (!email) throw invalid('Password recovery requires an email');
  const codeChallenge = challengeElsewhere(service.settings, redirectTo, codeChallengeOf(body));
  await takeFromNetwork(service, 'mailRequest', visit, body.gotrue_meta_security?.captcha_token);
  service.background(() =>
    service.store.transact(async (tx) => {
      const user = await findUserByEmail(tx, email);
      const recipient = recipientOf(user, email);
      // Counted separately, or strangers who keep requesting links to an app would prevent the link to our page from
      // being mailed.
      const purpose = codeChallenge ? (`${kind} elsewhere` as const) : kind;
      if (!(await mayMail(service, tx, purpose, recipient))) return;
      const { userId } = recipient;
      const link = await makeLink(service, tx, { kind, userId, email, redirectTo, codeChallenge });
      const mail = kind === 'recovery' ? 'reset_password' : 'sign_in_link';
      await service.post(mailTo(recipient, { kind: mail, to: email, userId, link }), tx);
      await note(tx, {
        at: service.clock(),
        event: kind === 'recovery' ? 'recovery_requested' : 'sign_in_link_requested',
        userId: user?.id ?? null,
        sessionId: null,
        address: visit.address,
      });
    }),
  );
}
