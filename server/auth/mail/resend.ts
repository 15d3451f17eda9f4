import type { ResendBody } from '../bodies.ts';
import { neighbourhood } from '../client-address.ts';
import { AuthFault, invalid } from '../fault.ts';
import type { UserRow } from '../rows.ts';
import type { Service, Visit } from '../service.ts';
import type { Statements } from '../store.ts';
import { findPendingChange, mailEmailChange } from './email-change.ts';
import { makeLink } from './mailed-link.ts';
import type { CodeChallenge } from './one-time-token.ts';
import { codeChallengeOf } from './pkce.ts';
import { findWaiting, mailRivals } from './waiting-sign-up.ts';

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
    if (type === 'signup') await mailSignUp(service, email, redirectTo, codeChallenge);
    else await mailChange(service, email, redirectTo);
  });
}

/** The link stands for what the sign-up typed. Where that is not known, or not whose it was, the link asks for it. */
async function mailSignUp(
  service: Service,
  email: string,
  redirectTo: string | undefined,
  codeChallenge: CodeChallenge | null,
): Promise<void> {
  await service.store.transact(async (tx) => {
    const user = await findAndLock(tx, email);
    if (!user?.password_hash || user.email_confirmed_at) return;
    const waiting = await findWaiting(tx, email);
    if (!waiting?.password_hash) return mailRivals(service, tx, user.id, email);
    const { password_hash: passwordHash, user_metadata: userMetadata } = waiting;
    const link = await makeLink(service, tx, {
      kind: 'signup',
      userId: user.id,
      email,
      redirectTo,
      codeChallenge,
      signUp: { passwordHash, userMetadata: userMetadata ?? {} },
    });
    await service.post({ kind: 'confirm_sign_up', to: email, userId: user.id, link }, tx);
  });
}

/**
 * Both mailboxes or neither, each by its own limit: the change takes both links, and many accounts that ask for one
 * address are to fill no stranger's mailbox. Whoever waits a minute may ask again.
 */
async function mailChange(
  service: Service,
  email: string,
  redirectTo: string | undefined,
): Promise<void> {
  const newEmail = await findPendingChange(service.store, email);
  if (newEmail === undefined || !(await service.mayMail(newEmail))) return;
  await service.store.transact(async (tx) => {
    const user = await findAndLock(tx, email);
    if (user?.email_change === newEmail) {
      await mailEmailChange(service, tx, user, newEmail, redirectTo);
    }
  });
}

/** Locked, or a link that is made again would stand for what was made worth nothing a moment before. */
async function findAndLock(tx: Statements, email: string): Promise<UserRow | undefined> {
  const [row] = await tx.rows<{ user: UserRow }>(
    `select auth.with_factors(to_jsonb(u)) as user from auth.users u where email = $1 for update`,
    [email],
  );
  return row?.user;
}
