import type { UserRow } from './service.ts';

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
    ...(confirmedAt && { email_confirmed_at: confirmedAt }),
    ...(user.email_change && { new_email: user.email_change }),
    ...(signedInAt && { last_sign_in_at: signedInAt }),
    app_metadata: appMetadata,
    user_metadata: user.user_metadata,
    identities: [
      {
        identity_id: user.identity_id,
        id: user.id,
        user_id: user.id,
        identity_data: { ...user.user_metadata, email: user.email, sub: user.id },
        provider: 'email',
        created_at: createdAt,
        updated_at: updatedAt,
      },
    ],
    factors: user.factors.map((factor) => ({
      ...factor,
      created_at: iso(factor.created_at),
      updated_at: iso(factor.updated_at),
    })),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

function iso(instant: string): string {
  return new Date(instant).toISOString();
}
