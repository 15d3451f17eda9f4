import { note } from './audit.ts';
import type { MailRequestBody, ResendBody } from './bodies.ts';
import { neighbourhood } from './client-address.ts';
import { AuthFault, invalid } from './fault.ts';
import { makeLink } from './mailed-link.ts';
import { codeChallengeOf } from './pkce.ts';
import type { UserRow } from './rows.ts';
import type { Service, Visit } from './service.ts';
import type { Statements } from './store.ts';

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
  const codeChallenge = codeChallengeOf(body);
  await service.limits.mailRequest.take(neighbourhood(visit.address));
  service.background(async () => {
    if (!(await service.mayMail(email))) return;
    await service.store.transact(async (tx) => {
      const user = await findUser(tx, email);
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
      const user = await findUser(tx, email);
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

/** Asks both mailboxes: the new one whether it is theirs, the old one whether it was them. */
export async function mailEmailChange(
  service: Service,
  tx: Statements,
  user: UserRow,
  newEmail: string,
  redirectTo: string | undefined,
): Promise<void> {
  await tx.rows(
    'update auth.users set email_change = $2, email_change_accepted = false where id = $1',
    [user.id, newEmail],
  );
  const both = [
    ['email_change_current', user.email],
    ['email_change_new', newEmail],
  ] as const;
  for (const [kind, email] of both) {
    const options = { kind, userId: user.id, email, redirectTo, codeChallenge: null };
    const link = await makeLink(service, tx, options);
    await service.post(
      { kind: 'confirm_email_change', to: email, userId: user.id, link, newEmail },
      tx,
    );
  }
}

async function findUser(tx: Statements, email: string): Promise<UserRow | undefined> {
  const [row] = await tx.rows<{ user: UserRow }>(
    'select auth.with_factors(to_jsonb(u)) as user from auth.users u where email = $1',
    [email],
  );
  return row?.user;
}
