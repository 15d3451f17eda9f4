import { AccountsUnavailable, type Identity, NotSignedIn } from '#auth-server/identity.ts';
import { createVerifier } from './access-token.ts';
import { bearerToken } from './bearer.ts';
import { cannotAsk, hostedKeys } from './hosted-keys.ts';
import { describeShopper } from './shopper-of.ts';

/** Never HS256: whoever can check such a token can also write one. */
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'];

export type HostedAuth = {
  /** What the service writes as the issuer of its tokens. */
  issuer: string;
  /** Where it publishes its keys. */
  jwksUrl: string;
  /** Milliseconds since 1970. */
  clock: () => number;
};

/**
 * Who is asking, where another service of the same protocol keeps the accounts. Its tokens are believed until
 * they expire: whether their session was ended before is known to it alone.
 *
 * @returns as `Auth.shopperFrom`, which see; AccountsUnavailable while its keys cannot be fetched.
 */
export function hostedShoppers({ issuer, jwksUrl, clock }: HostedAuth) {
  const verify = createVerifier({
    keyOf: hostedKeys(jwksUrl, clock),
    issuer,
    clock: () => new Date(clock()),
    algorithms: ALGORITHMS,
  });
  return async (authorization: string | undefined): Promise<Identity> => {
    const token = bearerToken(authorization);
    if (!token) throw new NotSignedIn();
    try {
      return describeShopper(await verify(token));
    } catch (error) {
      throw cannotAsk(error) ? new AccountsUnavailable(error) : new NotSignedIn(error);
    }
  };
}
