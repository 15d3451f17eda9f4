import {
  AccountsUnavailable,
  type Auth,
  type AuthDependencies,
  type AuthOptions,
  createAuth,
  type HostedAuth,
  hostedShoppers,
  NotSignedIn,
  type RequestHandling,
} from '@aparajita/auth-server';
import { AppError } from '#contract/errors.ts';
import { clientAddress, networkOf, siteOf } from './http/client-address.ts';
import { hungUp } from './http/client-disconnect.ts';
import { limitBody } from './http/limit-body.ts';
import { KEY_LABEL } from './vault.ts';

export type ShopAuthOptions = Omit<AuthDependencies, 'settings' | 'requests'> & {
  settings: Omit<AuthOptions, 'serviceName' | 'keyLabel' | 'guessableWords'>;
  /** How many reverse proxies of ours append to X-Forwarded-For; 0 ignores the header. */
  trustProxyHops: number;
};

/** The accounts as this shop has them: with its name, its proxies and its refusals. */
export function shopAuth({ settings, trustProxyHops, ...dependencies }: ShopAuthOptions): Auth {
  const auth = createAuth({
    ...dependencies,
    settings: { ...settings, ...OURS },
    requests: requestHandling(trustProxyHops),
  });
  return { ...auth, shopperFrom: withRefusals(auth.shopperFrom) };
}

/** The shoppers of another service that keeps the accounts. */
export function shopHostedAuth(hosted: HostedAuth): Auth['shopperFrom'] {
  return withRefusals(hostedShoppers(hosted));
}

const OURS = {
  serviceName: 'Aparajita',
  keyLabel: KEY_LABEL,
  guessableWords: [
    'aparajita',
    'butterfly',
    'butterflypea',
    'pea',
    'bluetea',
    'blue',
    'tea',
    'flower',
    'shop',
  ],
};

/** How the shop reads a request; limits go by what its own proxies have written. */
export function requestHandling(trustProxyHops: number): RequestHandling {
  return {
    originOf(c) {
      const address = clientAddress(c, trustProxyHops);
      return { address, network: networkOf(address), site: siteOf(address) };
    },
    limitBody,
    hungUp,
  };
}

/** @throws AppError not_signed_in or unavailable. */
function withRefusals(shopperFrom: Auth['shopperFrom']): Auth['shopperFrom'] {
  return (authorization) => shopperFrom(authorization).catch(refuse);
}

function refuse(error: unknown): never {
  if (error instanceof NotSignedIn) throw new AppError('not_signed_in', {}, error.cause);
  if (error instanceof AccountsUnavailable) throw new AppError('unavailable', {}, error.cause);
  throw error;
}
