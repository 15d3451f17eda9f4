import { AuthError, invalid } from './auth-error.ts';
import { codeChallengeOf } from './email/pkce.ts';
import { type SignUpRequest, signUpWithConfirmation } from './email/sign-up-with-confirmation.ts';
import { queueShares } from './passwords/hash-queue.ts';
import { requireGoodPassword } from './passwords/password-problem.ts';
import { consumeByNetwork } from './rate-limits.ts';
import type { SignUpBody } from './request-bodies.ts';
import type { UserRow } from './rows.ts';
import type { RequestService } from './service.ts';
import { metadataTooLarge, withoutNulls } from './user-metadata.ts';

/**
 * Creates an account: at once, or pending until its address is confirmed by email.
 *
 * @throws AuthError user_already_exists, weak_password, validation_failed, captcha_failed.
 */
export async function signUp(
  service: RequestService,
  body: SignUpBody,
  redirectTo: string | undefined,
): Promise<UserRow> {
  const { passwords, settings } = service;
  const { email, password } = requireCredentials(body);
  const userMetadata = withoutNulls(body.data ?? {});
  await requireGoodPassword(service, password, { email, user_metadata: userMetadata });
  const codeChallenge = codeChallengeOf(body);
  const proof = body.gotrue_meta_security?.captcha_token;
  await consumeByNetwork(service, 'signUp', proof, settings.confirmEmail ? [email] : []);
  const passwordHash = await passwords.hash(password, queueShares(service, null)); // before the lookup, so that an existing address takes as long
  return settings.confirmEmail
    ? signUpWithConfirmation(service, {
        email,
        password,
        passwordHash,
        userMetadata,
        redirectTo,
        codeChallenge,
      })
    : signUpAtOnce(service, { email, passwordHash, userMetadata });
}

async function signUpAtOnce(
  { store, clock, client }: RequestService,
  {
    email,
    passwordHash,
    userMetadata,
  }: Pick<SignUpRequest, 'email' | 'passwordHash' | 'userMetadata'>,
): Promise<UserRow> {
  const [created] = await store
    .rows<{ user: UserRow }>(
      `with new_user as (
         insert into auth.users (email, password_hash, user_metadata, email_confirmed_at, created_at, updated_at)
         values ($1, $2, $3, $4, $4, $4)
         on conflict (email) do nothing
         returning *
       ), logged as (
         insert into auth.audit_log (at, event, user_id, address)
         select $4, 'signed_up', id, $5 from new_user
       )
       select auth.with_factors(to_jsonb(new_user)) as user from new_user`,
      [email, passwordHash, userMetadata, clock(), client.address],
    )
    .catch(metadataTooLarge);
  if (!created) throw new AuthError('user_already_exists');
  return created.user;
}

function requireCredentials({ email, phone, password }: SignUpBody) {
  if (phone) throw new AuthError('phone_provider_disabled');
  if (!email) throw new AuthError('anonymous_provider_disabled');
  if (!password) throw invalid('Signup requires a valid password');
  return { email, password };
}
