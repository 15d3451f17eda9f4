/** Rows as `to_json` returns them: timestamps are ISO 8601 text, whatever the pool's type parsers do. */

export type UserRow = {
  id: string;
  identity_id: string;
  email: string;
  password_hash: string | null;
  email_confirmed_at: string | null;
  email_change: string | null;
  user_metadata: Record<string, unknown>;
  banned_until: string | null;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  factors: Factor[];
};

/** The fields of a factor in the protocol's user. */
export type Factor = {
  id: string;
  friendly_name: string;
  factor_type: 'totp' | 'webauthn' | 'recovery_code';
  status: 'unverified' | 'verified';
  created_at: string;
  updated_at: string;
};

/** The methods that raise a session to aal2. */
export type SecondFactorMethod = 'totp' | 'mfa/webauthn' | 'mfa/recovery_code';

/** An entry of `amr` (authentication methods references, RFC 8176): how and when a session was authenticated. */
export type AmrEntry = {
  method: 'password' | 'otp' | 'recovery' | SecondFactorMethod;
  /** Seconds since 1970. */
  timestamp: number;
};

export type SessionRow = {
  id: string;
  user_id: string;
  aal: 'aal1' | 'aal2';
  amr: AmrEntry[];
  refresh_counter: number;
  /** Refresh tokens with a lower counter are invalid (`classifyRefreshToken`). */
  refresh_floor: number;
  /** Access tokens with a lower counter are refused. */
  access_floor: number;
  /** Ids of the factors this session has verified. */
  trusted_by: string[];
  refresh_paid_until: string;
  refreshed_at: string;
  expires_at: string;
  /** Set when another session signs this one out but may not end it at once: no refresh extends it beyond this time. */
  ends_by: string | null;
  created_at: string;
};

export type AccountRow = { user: UserRow; session: SessionRow };
