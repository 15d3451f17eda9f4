import { note } from '../audit.ts';
import type { MailRequestBody } from '../bodies.ts';
import { neighbourhood } from '../client-address.ts';
import { AuthFault, invalid } from '../fault.ts';
import type { Service, Visit } from '../service.ts';
import { findUserByEmail } from '../sign-in.ts';
import { challengeElsewhere, makeLink } from './mailed-link.ts';
import { codeChallengeOf } from './pkce.ts';

type Kind = 'recovery' | 'magiclink';

/**
 * Mails a link that resets the password, or signs in. It answers before anything is looked up: whether the
 * address has an account shows neither in the answer nor in its time.
 *
 * @throws AuthFault validation_failed, over_request_rate_limit (by network, never by account).
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
  await service.limits.mailRequest.take(neighbourhood(visit.address));
  service.background(async () => {
    // Counted apart, or strangers who keep asking for links to an app keep the link to our page from being mailed.
    if (!(await service.mayMail(codeChallenge ? `${email} elsewhere` : email))) return;
    await service.store.transact(async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (!user) return;
      const options = { kind, userId: user.id, email, redirectTo, codeChallenge };
      const link = await makeLink(service, tx, options);
      const mail = kind === 'recovery' ? 'reset_password' : 'sign_in_link';
      await service.post({ kind: mail, to: email, userId: user.id, link }, tx);
      await note(tx, {
        at: service.clock(),
        event: kind === 'recovery' ? 'recovery_requested' : 'sign_in_link_requested',
        userId: user.id,
        sessionId: null,
        address: visit.address,
      });
    });
  });
}
