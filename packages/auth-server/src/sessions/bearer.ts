import { findSession } from '#auth-server/account-queries.ts';
import { isBanned } from '#auth-server/assurance.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import type { AccountRow, Service } from '#auth-server/service.ts';
import { type Claims, verifyAccessToken } from './access-token.ts';

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

/** What the access token of an Authorization header says. @throws AuthError no_authorization, bad_jwt. */
export async function readClaims(
  service: Service,
  authorization: string | undefined,
): Promise<Claims> {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? [];
  if (!token) throw new AuthError('no_authorization');
  return verifyAccessToken(service, token).catch((error) => {
    throw new AuthError('bad_jwt', {}, error);
  });
}

/**
 * Authenticates a request against the database: reads the user and the session every time, so that a sign-out works at
 * once.
 *
 * @throws AuthError no_authorization, bad_jwt, session_not_found, user_banned, session_expired (401: the token was
 * replaced, and the session's refresh token gives another).
 */
export async function requireAccount(
  service: Service,
  authorization: string | undefined,
): Promise<AccountRow> {
  const claims = await readClaims(service, authorization);
  const account = await findSession(service.store, claims.session_id);
  const now = service.clock();
  if (account && isBanned(account.user, now)) throw new AuthError('user_banned');
  if (account?.user.id !== claims.sub || Date.parse(account.session.expires_at) <= now.getTime()) {
    throw new AuthError('session_not_found');
  }
  if (claims.refresh_counter < account.session.access_floor) {
    throw new AuthError('session_expired', {
      status: 401,
      message: 'This access token was replaced by a newer one of its session',
    });
  }
  return account;
}
