import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Challenge } from './proof-of-work-challenge.ts';

/** The protocol's error codes that this service uses, each with its usual status and message. */
const ERRORS = {
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
  bad_json: [400, 'Could not parse request body as JSON'],
  validation_failed: [400, 'The request is not valid'],
  captcha_failed: [400, 'Please wait a moment while your browser is checked, and try again.'],
  invalid_credentials: [400, 'Invalid login credentials'],
  email_not_confirmed: [400, 'Email not confirmed'],
  current_password_required: [400, 'Current password required when setting new password.'],
  current_password_invalid: [400, 'The current password is not correct.'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  reauthentication_needed: [400, 'Please confirm first that it is you.'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  insufficient_aal: [
    401,
    'AAL2 session is required to update email or password when MFA is enabled.',
  ],
  bad_jwt: [403, 'invalid JWT: unable to parse or verify signature'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  user_not_found: [403, 'User from sub claim in JWT does not exist'],
  user_banned: [403, 'User is banned'],
  otp_expired: [403, 'Email link is invalid or has expired'],
  not_admin: [403, 'Updating app_metadata requires admin privileges'],
  flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
  not_found: [404, 'There is nothing here'],
  mfa_factor_not_found: [404, 'MFA factor with the provided factor ID not found'],
  method_not_allowed: [405, 'This cannot be done here'],
  conflict: [409, 'The account was changed at the same time. Please try again.'],
  request_entity_too_large: [413, 'Request body too large'],
  mfa_verification_failed: [422, 'Invalid TOTP code entered'],
  mfa_challenge_expired: [
    422,
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  ],
  mfa_factor_name_conflict: [422, 'A factor with the friendly name for this user already exists'],
  too_many_enrolled_mfa_factors: [
    422,
    'Maximum number of verified factors reached, unenroll to continue',
  ],
  mfa_recovery_codes_sole_factor: [
    422,
    'At least one other verified factor is required to generate recovery codes',
  ],
  mfa_verified_factor_exists: [
    422,
    'There are recovery codes already. Make new ones to replace them.',
  ],
  mfa_recovery_codes_locked: [429, 'Too many attempts. Please wait a while and try again.'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  weak_password: [422, 'Password is too weak'],
  same_password: [422, 'New password should be different from the old password.'],
  flow_state_expired: [422, 'invalid flow state, flow state has expired'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  email_exists: [422, 'A user with this email address has already been registered'],
  user_already_exists: [422, 'User already registered'],
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  email_provider_disabled: [400, 'No mail can be sent from here'],
  phone_provider_disabled: [400, 'Phone signups are disabled'],
  over_request_rate_limit: [429, 'Too many attempts. Please wait a while and try again.'],
  over_email_send_rate_limit: [
    429,
    'For security purposes, you can only request this once a minute.',
  ],
  unexpected_failure: [500, 'Something went wrong on our side. Please try again.'],
  request_timeout: [503, 'The service is busy. Please try again.'],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>;

type AuthErrorCode = keyof typeof ERRORS;

/** The protocol's reasons why a password is weak. */
export type WeakPassword = { message: string; reasons: ('length' | 'pwned')[] };

type AuthErrorDetails = {
  status?: ContentfulStatusCode;
  message?: string;
  weakPassword?: WeakPassword['reasons'];
  retryAfterSeconds?: number;
  /** With captcha_failed: the challenge to solve. */
  challenge?: Challenge;
};

/** An expected failure of the protocol. `cause` is for the log only. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly code: AuthErrorCode;
  readonly status: ContentfulStatusCode;
  readonly weakPassword: AuthErrorDetails['weakPassword'];
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: Challenge | undefined;

  constructor(code: AuthErrorCode, details: AuthErrorDetails = {}, cause?: unknown) {
    const [status, message] = ERRORS[code];
    super(details.message ?? message, { cause });
    this.code = code;
    this.status = details.status ?? status;
    this.weakPassword = details.weakPassword;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.challenge = details.challenge;
  }
}

/** Invalid input, with a message that says which rule it breaks. */
export function invalid(message: string): AuthError {
  return new AuthError('validation_failed', { message });
}
