import type { Claims } from './sessions/access-token.ts';

/** A signed-in user, as a verified access token names them. */
export type Identity = {
  userId: string;
  sessionId: string;
  /** The session's refresh counter when the token was issued. */
  refreshCounter: number;
  email: string;
  /** The name given at sign-up; may be empty. */
  fullName: string;
};

/** The user that a verified access token names. */
export function identityOf(claims: Claims): Identity {
  const { full_name: name } = claims.user_metadata;
  return {
    userId: claims.sub,
    sessionId: claims.session_id,
    refreshCounter: claims.refresh_counter,
    email: claims.email,
    fullName: typeof name === 'string' ? name.trim().slice(0, 100) : '', // as a profile can store it
  };
}

/** The request has no valid access token. `cause` is for the log only. */
export class NotSignedInError extends Error {
  override name = 'NotSignedInError';

  constructor(cause?: unknown) {
    super('Nobody is signed in', { cause });
  }
}
