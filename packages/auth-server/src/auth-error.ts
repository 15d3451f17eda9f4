import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Challenge } from './proof-of-work.ts';

/** The protocol's error codes that this service uses, each with its usual status and message. */
const ERRORS = {
  bad_json: [400, 'Could not parse request body as JSON'],
  validation_failed: [400, 'The request is not valid'],
  captcha_failed: [400, 'Please wait a moment while your browser is checked, and try again.'],
  invalid_credentials: [400, 'Invalid login credentials'],
  email_not_confirmed: [422, 'Please verify your email first.'],
  current_password_required: [400, 'Current password required when setting new password.'],
  current_password_invalid: [400, 'The current password is not correct.'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  reauthentication_needed: [400, 'Please confirm first that it is you.'],
  email_provider_disabled: [400, 'No mail can be sent from here'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  insufficient_aal: [403, 'Please confirm with your second step first.'],
  bad_jwt: [403, 'invalid JWT: unable to parse or verify signature'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  user_banned: [403, 'User is banned'],
  otp_expired: [403, 'Email link is invalid or has expired'],
  not_found: [404, 'There is nothing here'],
  mfa_factor_not_found: [404, 'MFA factor with the provided factor ID not found'],
  conflict: [409, 'The account was changed at the same time. Please try again.'],
  request_entity_too_large: [413, 'Request body too large'],
  mfa_verification_failed: [422, 'Invalid TOTP code entered'],
  mfa_challenge_expired: [422, 'This challenge has expired. Please begin again.'],
  mfa_factor_name_conflict: [422, 'A factor with the friendly name for this user already exists'],
  too_many_enrolled_mfa_factors: [422, 'There are as many factors as an account can have'],
  mfa_recovery_codes_sole_factor: [422, 'Recovery codes need another verified factor'],
  mfa_verified_factor_exists: [422, 'There are recovery codes already. Make new ones instead.'],
  weak_password: [422, 'Password is too weak'],
  same_password: [422, 'New password should be different from the old password.'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  email_exists: [422, 'A user with this email address has already been registered'],
  user_already_exists: [422, 'User already registered'],
  over_request_rate_limit: [429, 'Too many attempts. Please wait a while and try again.'],
  over_email_send_rate_limit: [429, 'You can only request this once a minute.'],
  unexpected_failure: [500, 'Something went wrong on our side. Please try again.'],
  request_timeout: [503, 'The service is busy. Please try again.'],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>;

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
  readonly code: keyof typeof ERRORS;
  readonly status: ContentfulStatusCode;
  readonly details: AuthErrorDetails;

  constructor(code: keyof typeof ERRORS, details: AuthErrorDetails = {}, cause?: unknown) {
    const [status, message] = ERRORS[code];
    super(details.message ?? message, { cause });
    this.code = code;
    this.status = details.status ?? status;
    this.details = details;
  }
}

/** Invalid input, with a message that says which rule it breaks. */
export function invalid(message: string): AuthError {
  return new AuthError('validation_failed', { message });
}
