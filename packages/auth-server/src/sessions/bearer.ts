import { findSession } from '#auth-server/account-queries.ts';
import { isBanned } from '#auth-server/assurance.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import type { AccountRow, Service } from '#auth-server/service.ts';
import { verifyAccessToken } from './access-token.ts';

/** The token of an Authorization header. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '')?.[1];
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
  const token = bearerToken(authorization);
  if (!token) throw new AuthError('no_authorization');
  const claims = await verifyAccessToken(service, token).catch((error) => {
    throw new AuthError('bad_jwt', {}, error);
  });
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
