import type { AccountRow, UserRow } from './rows.ts';

/** Every account here has an email and a password. */
export const appMetadata = { provider: 'email', providers: ['email'] };

/** A user in the protocol's shape: without the password's hash or anything else that is secret. */
export function userResponse(user: UserRow) {
  const createdAt = iso(user.created_at);
  const updatedAt = iso(user.updated_at);
  const signedInAt = user.last_sign_in_at && iso(user.last_sign_in_at);
  const confirmedAt = user.email_confirmed_at && iso(user.email_confirmed_at);
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    ...(confirmedAt && { email_confirmed_at: confirmedAt, confirmed_at: confirmedAt }),
    ...(user.email_change && { new_email: user.email_change }),
    ...(signedInAt && { last_sign_in_at: signedInAt }),
    app_metadata: appMetadata,
    user_metadata: user.user_metadata,
    identities: [
      {
        identity_id: user.identity_id,
        id: user.id,
        user_id: user.id,
        identity_data: {
          ...user.user_metadata,
          email: user.email,
          email_verified: confirmedAt !== null,
          phone_verified: false,
          sub: user.id,
        },
        provider: 'email',
        ...(signedInAt && { last_sign_in_at: signedInAt }),
        created_at: createdAt,
        updated_at: updatedAt,
        email: user.email,
      },
    ],
    factors: user.factors.map((factor) => ({
      ...factor,
      created_at: iso(factor.created_at),
      updated_at: iso(factor.updated_at),
    })),
    created_at: createdAt,
    updated_at: updatedAt,
    is_anonymous: false,
  };
}

export function isBanned(
  { banned_until: until }: Pick<UserRow, 'banned_until'>,
  now: Date,
): boolean {
  return until !== null && !(Date.parse(until) <= now.getTime()); // Date.parse('infinity') is NaN
}

/** Whether this session still has to verify a factor. Until then it can only read its user. */
export function mfaRequired({ user, session }: AccountRow): boolean {
  return session.aal !== 'aal2' && hasVerifiedFactor(user);
}

export function hasVerifiedFactor({ factors }: Pick<UserRow, 'factors'>): boolean {
  return factors.some(({ status }) => status === 'verified');
}

function iso(instant: string): string {
  return new Date(instant).toISOString();
}
