import { randomUUID } from 'node:crypto';
import { writeAudit } from './audit-log.ts';
import { AuthError, invalid } from './auth-error.ts';
import { insertUser, signUpWithConfirmation } from './email/sign-up-with-confirmation.ts';
import { queueShares } from './passwords/hash-queue.ts';
import { requireGoodPassword } from './passwords/new-password.ts';
import { consumeByNetwork } from './rate-limits.ts';
import type { SignUpBody } from './request-bodies.ts';
import type { RequestService, UserRow } from './service.ts';

/**
 * Creates an account: at once, or pending until its address is confirmed by email.
 *
 * @throws AuthError user_already_exists, weak_password, validation_failed, captcha_failed.
 */
export async function signUp(service: RequestService, body: SignUpBody): Promise<UserRow> {
  const { passwords, settings } = service;
  const { email, password, data } = body;
  if (!email) throw invalid('Signup requires a valid email');
  if (!password) throw invalid('Signup requires a valid password');
  const userMetadata = data?.full_name ? { full_name: data.full_name } : {};
  await requireGoodPassword(service, password, { email, user_metadata: userMetadata });
  await consumeByNetwork(service, 'signUp', body, settings.confirmEmail ? [email] : []);
  const hash = await passwords.hash(password, queueShares(service, null)); // before the lookup, so that an existing address takes as long
  const now = service.clock().toISOString();
  const user: UserRow = {
    id: randomUUID(),
    identity_id: randomUUID(),
    email,
    password_hash: hash,
    email_confirmed_at: settings.confirmEmail ? null : now,
    email_change: null,
    user_metadata: userMetadata,
    banned_until: null,
    last_sign_in_at: null,
    created_at: now,
    updated_at: now,
    factors: [],
  };
  if (settings.confirmEmail) signUpWithConfirmation(service, user, password);
  else {
    await service.store.transact(async (tx) => {
      if (!(await insertUser(tx, user))) throw new AuthError('user_already_exists');
      await writeAudit(service, tx, 'signed_up', { user });
    });
  }
  return user;
}
