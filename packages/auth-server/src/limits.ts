import {
  type Count,
  countRequests,
  type Limit,
  type LimitExceeded,
  scaled,
} from '@aparajita/postgres/rate-limit';
import { AuthFault } from './fault.ts';
import type { Service, Visit } from './service.ts';
import type { Statements, Store } from './store.ts';
import type { Vault } from './vault.ts';

/** A rate limit: so many of one thing in so much time. */
export type Limiter = {
  /** Consumes one. @throws AuthFault over_request_rate_limit with the seconds to wait, when the limit is exceeded. */
  take(key: string): Promise<void>;
  /** One to be counted together with other limits, see `takeInTurn`. */
  turn(key: string): Count;
  /** The same, where a proof of work allows to exceed the limit: for all limits that strangers share. */
  payable(key: string): Count;
  /** The same by origin: counts its network, and the site that contains it. */
  from(visit: Pick<Visit, 'network' | 'site'>): Count[];
};

/** A site has this multiple of a network's limit: a carrier's phones share one. */
const SITE = 16;

export function createLimiter(store: Store, vault: Vault, name: string, limit: Limit): Limiter {
  // Hashed: keys may contain people's addresses, the table must not.
  const count = (key: string, payable: boolean, most = limit) => ({
    ...most,
    key: `${name}:${vault.hmacName(`limit ${name}`, key)}`,
    payable,
  });
  return {
    take: (key) => takeInTurn(store, [count(key, false)]),
    turn: (key) => count(key, false),
    payable: (key) => count(key, true),
    from: ({ network, site }) => [
      count(network, true),
      ...(site === null ? [] : [count(site, true, scaled(limit, SITE))]),
    ],
  };
}

/**
 * Consumes one of each limit, the narrowest first; see `countRequests`.
 *
 * @throws AuthFault over_request_rate_limit with the seconds to wait.
 */
export async function takeInTurn(statements: Statements, turns: Count[]): Promise<void> {
  const refused = await countRequests(statements.rows, turns);
  if (refused) throw tooOften(refused);
}

/** What a request may send to exceed a shared limit: the protocol's `captcha_token`. */
export type Paying = { purpose: string; token: string | null | undefined };

/**
 * The same for shared limits.
 *
 * @throws AuthFault captcha_failed with the challenge, or `spent` for a limit that no proof of work can exceed.
 */
export async function takeOrPay(
  { store, proofs }: Service,
  turns: Count[],
  { purpose, token }: Paying,
  spent: (refused: LimitExceeded) => AuthFault = tooOften,
): Promise<void> {
  const refused = await countRequests(store.rows, turns, await proofs.read(purpose, token));
  if (!refused) return;
  if (!refused.payable) throw spent(refused);
  throw new AuthFault('captcha_failed', { challenge: await proofs.ask(purpose, refused) });
}

function tooOften({ retryAfterSeconds }: LimitExceeded): AuthFault {
  return new AuthFault('over_request_rate_limit', { retryAfterSeconds });
}

/** Counts a request that costs us something by network, whatever its result. */
export async function takeFromNetwork(
  service: Service,
  limit: 'signUp' | 'mailRequest',
  visit: Visit,
  token: string | null | undefined,
): Promise<void> {
  await takeOrPay(service, service.limits[limit].from(visit), { purpose: limit, token });
}
