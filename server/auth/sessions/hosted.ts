import { Refusal } from '#contract/refusals.ts';
import type { Shopper } from '#server/shopper.ts';
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
 * @returns as `Auth.shopperFrom`, which see; `unavailable` while its keys cannot be fetched.
 */
export function hostedShoppers({ issuer, jwksUrl, clock }: HostedAuth) {
  const verify = createVerifier({
    keyOf: hostedKeys(jwksUrl, clock),
    issuer,
    clock: () => new Date(clock()),
    algorithms: ALGORITHMS,
  });
  return async (authorization: string | undefined): Promise<Shopper> => {
    const token = bearerToken(authorization);
    if (!token) throw new Refusal('not_signed_in');
    try {
      return describeShopper(await verify(token));
    } catch (error) {
      throw new Refusal(cannotAsk(error) ? 'unavailable' : 'not_signed_in', {}, error);
    }
  };
}
