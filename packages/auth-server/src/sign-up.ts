import type { SignUpBody } from './bodies.ts';
import { AuthFault, invalid } from './fault.ts';
import { takeFromNetwork } from './limits.ts';
import { type PendingSignUp, signUpPending } from './mail/confirmed-sign-up.ts';
import { codeChallengeOf } from './mail/pkce.ts';
import { nameTooMuchData, withoutNulls } from './metadata.ts';
import { requireStrongPassword } from './passwords/password-rules.ts';
import type { UserRow } from './rows.ts';
import type { Service, Visit } from './service.ts';

/**
 * Creates an account: at once, or pending until its address is confirmed by mail.
 *
 * @throws AuthFault user_already_exists, weak_password, validation_failed, captcha_failed.
 */
export async function signUp(
  service: Service,
  body: SignUpBody,
  redirectTo: string | undefined,
  visit: Visit,
): Promise<UserRow> {
  const { passwords, settings } = service;
  const { email, password } = requireCredentials(body);
  const userMetadata = withoutNulls(body.data ?? {});
  requireStrongPassword(password, { email, user_metadata: userMetadata }, settings);
  const codeChallenge = codeChallengeOf(body);
  await takeFromNetwork(service, 'signUp', visit, body.gotrue_meta_security?.captcha_token);
  const passwordHash = await passwords.hash(password); // before the lookup, so that an existing address takes as long
  return settings.confirmEmail
    ? signUpPending(
        service,
        { email, password, passwordHash, userMetadata, redirectTo, codeChallenge },
        visit,
      )
    : signUpAtOnce(service, { email, passwordHash, userMetadata }, visit);
}

async function signUpAtOnce(
  { store, clock }: Service,
  {
    email,
    passwordHash,
    userMetadata,
  }: Pick<PendingSignUp, 'email' | 'passwordHash' | 'userMetadata'>,
  visit: Visit,
): Promise<UserRow> {
  const [made] = await store
    .rows<{ user: UserRow }>(
      `with made as (
         insert into auth.users (email, password_hash, user_metadata, email_confirmed_at, created_at, updated_at)
         values ($1, $2, $3, $4, $4, $4)
         on conflict (email) do nothing
         returning *
       ), noted as (
         insert into auth.audit_log (at, event, user_id, address)
         select $4, 'signed_up', id, $5 from made
       )
       select auth.with_factors(to_jsonb(made)) as user from made`,
      [email, passwordHash, userMetadata, clock(), visit.address],
    )
    .catch(nameTooMuchData);
  if (!made) throw new AuthFault('user_already_exists');
  return made.user;
}

function requireCredentials({ email, phone, password }: SignUpBody) {
  if (phone) throw new AuthFault('phone_provider_disabled');
  if (!email) throw new AuthFault('anonymous_provider_disabled');
  if (!password) throw invalid('Signup requires a valid password');
  return { email, password };
}
