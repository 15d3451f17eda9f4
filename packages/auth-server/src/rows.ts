/** Rows as `to_json` gives them: instants are ISO 8601 text, whatever the pool makes of timestamps. */

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

/** What the protocol's user shows of a factor. */
export type Factor = {
  id: string;
  friendly_name: string;
  factor_type: 'totp' | 'webauthn' | 'recovery_code';
  status: 'unverified' | 'verified';
  created_at: string;
  updated_at: string;
};

/** The ones that raise a session to aal2. */
export type SecondProof = 'totp' | 'mfa/webauthn' | 'mfa/recovery_code';

/** How a session was proven, in the protocol's words. */
export type Proof = {
  method: 'password' | 'otp' | 'recovery' | SecondProof;
  timestamp: number;
};

export type SessionRow = {
  id: string;
  user_id: string;
  aal: 'aal1' | 'aal2';
  amr: Proof[];
  refresh_counter: number;
  refresh_floor: number;
  /** Access tokens with a lower number are refused. */
  access_floor: number;
  /** Ids of the factors this session's assurance rests on. */
  trusted_by: string[];
  refresh_paid_until: string;
  refreshed_at: string;
  expires_at: string;
  created_at: string;
};

export type AccountRow = { user: UserRow; session: SessionRow };
