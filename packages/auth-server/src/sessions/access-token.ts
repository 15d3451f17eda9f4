import { type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { AccountRow, Service } from '#auth-server/service.ts';
import { appMetadata } from '#auth-server/user.ts';
import { ACCESS_TOKEN_SECONDS, ALGORITHM } from './signing-keys.ts';

/** The audience and role of access tokens, as in the protocol. */
const AUDIENCE = 'authenticated';

/** The claims that the service reads in its own tokens. */
const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  exp: z.number(),
  /** The session's refresh counter when the token was issued; old tokens have none. */
  refresh_counter: z.number().default(0),
  email: z.string(),
  aal: z.string().catch(''),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).catch([]),
  user_metadata: z.object({ full_name: z.unknown().optional() }),
});
export type Claims = z.infer<typeof Claims>;

/** Signs a session's access token, valid for an hour. */
export async function issueAccessToken(
  { keys, settings, clock }: Service,
  { user, session }: AccountRow,
) {
  const issuedAt = Math.floor(clock().getTime() / 1000);
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
  const claims = {
    iss: settings.issuer,
    sub: user.id,
    aud: AUDIENCE,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email,
    app_metadata: appMetadata,
    user_metadata: user.user_metadata,
    role: AUDIENCE,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    refresh_counter: session.refresh_counter,
  };
  const { kid, privateKey } = await keys.current();
  const header = { alg: ALGORITHM, kid, typ: 'JWT' };
  return {
    access_token: await new SignJWT(claims).setProtectedHeader(header).sign(privateKey),
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
  };
}

export type VerifyAccessToken = (token: string) => Promise<Claims>;

/** Verified tokens in the cache: enough for the users of a busy hour; about 2 kB each. */
const MAX_CACHED = 5_000;

/**
 * Creates the verification of access tokens: signed by one of `keyOf`'s keys, issued by
 * `issuer` for our audience, not expired. It does not know about sign-outs: those are in the database. A verified token
 * is cached until it expires; checking a signature takes about 0.2 ms.
 *
 * @throws Error of jose or zod, for an invalid token.
 */
export function createVerifier(options: {
  keyOf: JWTVerifyGetKey;
  issuer: string;
  clock: () => Date;
}): VerifyAccessToken {
  const { keyOf, issuer, clock } = options;
  const verified = new Map<string, Claims>();

  return async (token) => {
    const cached = verified.get(token); // keyed by the whole token: a valid signature on another body does not match
    if (cached && cached.exp * 1000 > clock().getTime()) return cached;
    verified.delete(token);
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: [ALGORITHM],
      issuer,
      audience: AUDIENCE,
      currentDate: clock(),
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    const claims = Claims.parse(payload);
    const [oldest] = verified.keys();
    if (verified.size >= MAX_CACHED && oldest !== undefined) verified.delete(oldest);
    verified.set(token, claims);
    return claims;
  };
}
