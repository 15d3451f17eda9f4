import {
  AccountsUnavailableError,
  type Identity,
  identityOf,
  NotSignedInError,
} from '#auth-server/identity.ts';
import { type Claims, createVerifier } from './access-token.ts';
import { bearerToken } from './bearer.ts';
import { createHostedKeys, keysUnavailable } from './hosted-keys.ts';

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
