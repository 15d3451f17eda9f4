import type { ResendBody } from '../bodies.ts';
import { neighbourhood } from '../client-address.ts';
import { AuthFault, invalid } from '../fault.ts';
import type { UserRow } from '../rows.ts';
import type { Service, Visit } from '../service.ts';
import { findUserByEmail } from '../sign-in.ts';
import type { Statements } from '../store.ts';
import { mailEmailChange } from './email-change.ts';
import { makeLink } from './mailed-link.ts';
import { codeChallengeOf } from './pkce.ts';

/** Mails the link of a sign-up or of a change of address once more, if one is still waited for. */
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
  await service.limits.mailRequest.take(neighbourhood(visit.address));
  service.background(async () => {
    if (!(await service.mayMail(email))) return;
    await service.store.transact(async (tx) => {
      const user = await findUserByEmail(tx, email);
      const options = user && { userId: user.id, redirectTo, codeChallenge };
      if (type === 'signup' && options && !user.email_confirmed_at && user.password_hash) {
        const link = await makeLink(service, tx, {
          ...options,
          kind: 'signup',
          email,
          ...(await pendingSignUp(tx, user)),
        });
        await service.post({ kind: 'confirm_sign_up', to: email, userId: user.id, link }, tx);
      }
      if (type === 'email_change' && options && user.email_change) {
        await mailEmailChange(service, tx, user, user.email_change, redirectTo);
      }
    });
  });
}

/** What the latest sign-up typed: its link, sent once more, still stands for that. */
async function pendingSignUp(tx: Statements, { id }: UserRow) {
  const [pending] = await tx.rows<{
    password_hash: string | null;
    user_metadata: Record<string, unknown> | null;
  }>(
    `select password_hash, user_metadata from auth.one_time_tokens where user_id = $1 and kind = 'signup'`,
    [id],
  );
  if (!pending?.password_hash) return {};
  const { password_hash: passwordHash, user_metadata: userMetadata } = pending;
  return { signUp: { passwordHash, userMetadata: userMetadata ?? {} } };
}
