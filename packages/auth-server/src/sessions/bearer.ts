import { ACCOUNT_COLUMNS, type AccountColumns, accountOf } from '#auth-server/account-columns.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import type { AccountRow, SessionRow } from '#auth-server/rows.ts';
import type { Service } from '#auth-server/service.ts';
import { isBanned } from '#auth-server/user.ts';
import type { Claims } from './access-token.ts';

/** The token of an Authorization header. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '')?.[1];
}

/**
 * Authenticates a request against the database: reads the user and the session every time, so that a sign-out works at
 * once.
 *
 * @throws AuthError no_authorization, bad_jwt, user_not_found, session_not_found, user_banned, session_expired (401:
 * the token was replaced, and the session's refresh token gives another).
 */
export async function requireAccount(
  service: Service,
  authorization: string | undefined,
): Promise<AccountRow> {
  const token = requireToken(authorization);
  const claims = await readClaims(service, token);
  const [row] = await service.store.rows<AccountColumns<SessionRow | null>>(
    `select ${ACCOUNT_COLUMNS} from auth.users u
     left join auth.sessions s on s.id = $2 and s.user_id = u.id and s.expires_at > $3
     where u.id = $1`,
    [claims.sub, claims.session_id, service.clock()],
  );
  if (!row) throw new AuthError('user_not_found');
  if (isBanned(row.user, service.clock())) throw new AuthError('user_banned');
  const { session } = row;
  if (!session) throw new AuthError('session_not_found');
  if (claims.refresh_counter < session.access_floor) {
    throw new AuthError('session_expired', {
      status: 401,
      message: 'This access token was replaced by a newer one of its session',
    });
  }
  return accountOf({ ...row, session });
}

/** A token that is not a JWT gets the error message of the protocol's reference implementation. */
function requireToken(authorization: string | undefined): string {
  const token = bearerToken(authorization);
  if (token) return token;
  if (!/^Bearer \S+$/i.test(authorization ?? '')) throw new AuthError('no_authorization');
  throw new AuthError('bad_jwt', {
    message:
      'invalid JWT: unable to parse or verify signature, token is malformed: token contains an invalid number of segments',
  });
}

async function readClaims({ verify }: Service, token: string): Promise<Claims> {
  try {
    return await verify(token);
  } catch (error) {
    if (error instanceof AuthError) throw error; // the database was unreachable while a key was looked up
    throw new AuthError('bad_jwt', {}, error);
  }
}
