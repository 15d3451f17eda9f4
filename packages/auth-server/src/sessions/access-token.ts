import { createSecretKey, type webcrypto } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { DerivedKeys } from '#auth-server/derived-keys.ts';
import type { AccountRow, Service } from '#auth-server/service.ts';
import { appMetadata } from '#auth-server/user.ts';

/** Only the processes that sign tokens verify them, and all of them have the secret. */
const ALGORITHM = 'HS256';

/** The audience and role of access tokens, as in the protocol. */
const AUDIENCE = 'authenticated';

const ACCESS_TOKEN_SECONDS = 3600;

/** The claims that the service reads in its own tokens. */
const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  /** The session's refresh counter when the token was issued. */
  refresh_counter: z.number(),
  email: z.string(),
  user_metadata: z.object({ full_name: z.unknown().optional() }),
});
export type Claims = z.infer<typeof Claims>;

type Tokens = Pick<Service, 'accessTokenKey' | 'settings' | 'clock'>;

/** The key of all access tokens: with a new secret nobody's token is valid any more. */
export function deriveAccessTokenKey({ hmac }: DerivedKeys): webcrypto.CryptoKey {
  const key = createSecretKey(hmac('access token', ALGORITHM));
  return key.toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/** Signs a session's access token, valid for an hour. */
export async function issueAccessToken(
  { accessTokenKey, settings, clock }: Tokens,
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
  const token = new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' });
  return {
    access_token: await token.sign(accessTokenKey),
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
  };
}

/**
 * Verifies an access token: signed by us, issued by our issuer for our audience, not expired. It does not know about
 * sign-outs: those are in the database.
 *
 * @throws Error of jose or zod, for an invalid token.
 */
export async function verifyAccessToken(
  { accessTokenKey, settings, clock }: Tokens,
  token: string,
): Promise<Claims> {
  const { payload } = await jwtVerify(token, accessTokenKey, {
    algorithms: [ALGORITHM],
    issuer: settings.issuer,
    audience: AUDIENCE,
    currentDate: clock(),
    requiredClaims: ['exp', 'iat', 'sub'],
  });
  return Claims.parse(payload);
}
