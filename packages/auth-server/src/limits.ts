import {
  type Count,
  countRequests,
  type Limit,
  type OneTooMany,
  scaled,
} from '@aparajita/postgres/rate-limit';
import { AuthFault } from './fault.ts';
import type { Service, Visit } from './service.ts';
import type { Statements, Store } from './store.ts';
import type { Vault } from './vault.ts';

/** So many of one thing in so much time. */
export type Limiter = {
  /** Counts one. @throws AuthFault over_request_rate_limit with the seconds to wait, when that is one too many. */
  take(key: string): Promise<void>;
  /** One that is to be counted among others, see `takeInTurn`. */
  turn(key: string): Count;
  /** The same, where a proof of work leads past the limit: so it is for all that strangers share. */
  payable(key: string): Count;
  /** The same for where a request came from: its network, and the site that this is a part of. */
  from(visit: Pick<Visit, 'network' | 'site'>): Count[];
};

/** A site has so many times what one of its networks has: a carrier's phones share one. */
const SITE = 16;

export function createLimiter(store: Store, vault: Vault, name: string, limit: Limit): Limiter {
  // Keys can hold addresses of people; the table does not.
  const count = (key: string, payable: boolean, most = limit) => ({
    ...most,
    key: `${name}:${vault.blind(`limit ${name}`, key)}`,
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
 * Counts one in each limit, the narrowest first; see `countRequests`.
 *
 * @throws AuthFault over_request_rate_limit with the seconds to wait.
 */
export async function takeInTurn(statements: Statements, turns: Count[]): Promise<void> {
  const refused = await countRequests(statements.rows, turns);
  if (refused) throw tooOften(refused);
}

/** What a request may bring to go past a limit that strangers share: the protocol's `captcha_token`. */
export type Paying = { purpose: string; token: string | null | undefined };

/**
 * The same for what strangers share with each other.
 *
 * @throws AuthFault captcha_failed with the work to do, or `spent` where a limit is spent that no work leads past.
 */
export async function takeOrPay(
  { store, proofs }: Service,
  turns: Count[],
  { purpose, token }: Paying,
  spent: (refused: OneTooMany) => AuthFault = tooOften,
): Promise<void> {
  const refused = await countRequests(store.rows, turns, await proofs.read(purpose, token));
  if (!refused) return;
  if (!refused.payable) throw spent(refused);
  throw new AuthFault('captcha_failed', { challenge: await proofs.ask(purpose, refused) });
}

export function tooOften({ retryAfterSeconds }: OneTooMany): AuthFault {
  return new AuthFault('over_request_rate_limit', { retryAfterSeconds });
}

/** Counts a request from a network that costs us something, whatever comes of it. */
export async function takeFromNetwork(
  service: Service,
  limit: 'signUp' | 'mailRequest',
  visit: Visit,
  token: string | null | undefined,
): Promise<void> {
  await takeOrPay(service, service.limits[limit].from(visit), { purpose: limit, token });
}
