import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import {
  AccountsUnavailableError,
  type Identity,
  identityOf,
  NotSignedInError,
} from '#auth-server/identity.ts';
import { type Claims, createVerifier } from './access-token.ts';
import { bearerToken } from './bearer.ts';

/** A key set is fetched again when it is ten minutes old, or when a token names a key that is not in it. */
const TIMEOUT_MS = 3_000;

/** After a failed fetch, how long known keys are used without another try. */
const PAUSE_MS = 10_000;

/** How long known keys are used while they cannot be fetched. */
const TRUSTED_MS = 24 * 60 * 60 * 1000;

/** Never HS256: whoever can verify such a token can also forge one. */
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'];

export type HostedAuth = {
  /** The issuer in the service's tokens. */
  issuer: string;
  /** The URL of its public keys. */
  jwksUrl: string;
  /** Milliseconds since 1970. */
  clock: () => number;
};

/**
 * Authenticates users where a hosted service of the same protocol keeps the accounts. Its tokens are accepted until
 * they expire: only the service knows whether their session has ended before.
 *
 * @returns a function like `Auth.authenticate`; it also throws AccountsUnavailableError while the keys cannot be
 * fetched.
 */
export function createHostedAuthenticator({ issuer, jwksUrl, clock }: HostedAuth) {
  const verify = createVerifier({
    keyOf: createHostedKeys(jwksUrl, clock),
    issuer,
    clock: () => new Date(clock()),
    algorithms: ALGORITHMS,
  });
  return async (authorization: string | undefined): Promise<Identity> => {
    const token = bearerToken(authorization);
    if (!token) throw new NotSignedInError();
    try {
      const claims = await verify(token);
      return { ...identityOf(claims), secondFactor: secondFactorOf(claims) };
    } catch (error) {
      throw keysUnavailable(error)
        ? new AccountsUnavailableError(error)
        : new NotSignedInError(error);
    }
  };
}

/** The methods that the protocol counts as a second factor. */
const SECOND_FACTOR = /^(totp|phone|webauthn|mfa\/.+)$/;

function secondFactorOf({ aal, amr }: Claims): Identity['secondFactor'] {
  const times = amr
    .filter(({ method }) => SECOND_FACTOR.test(method))
    .map((each) => each.timestamp);
  return { shown: aal === 'aal2', at: times.length > 0 ? Math.max(...times) : null };
}

/**
 * The published keys of another service, cached. While it is unreachable its known keys are used for a day.
 *
 * @throws what `keysUnavailable` recognizes, when the keys are unknown.
 */
function createHostedKeys(jwksUrl: string, clock: () => number): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: TIMEOUT_MS });
  let seenAt = 0;
  let failure: { until: number; error: unknown } | undefined;

  return async (header, token) => {
    const cached = clock() - seenAt < TRUSTED_MS ? remote.jwks() : undefined;
    const fromKnown = (error: unknown) =>
      cached
        ? // An unknown key may be new: its tokens cannot be judged.
          createLocalJWKSet(cached)(header, token).catch(() => Promise.reject(error))
        : Promise.reject(error);

    if (cached && failure && clock() < failure.until) return fromKnown(failure.error);
    try {
      const key = await remote(header, token);
      seenAt = clock();
      failure = undefined;
      return key;
    } catch (error) {
      if (!keysUnavailable(error)) throw error;
      failure = { until: clock() + PAUSE_MS, error };
      return fromKnown(error);
    }
  };
}

/** True when the keys could not be fetched, which does not make the token invalid. */
function keysUnavailable(error: unknown): boolean {
  return (
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
    (error instanceof TypeError && error.message === 'fetch failed')
  );
}
