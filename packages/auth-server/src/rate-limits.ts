import {
  type Count,
  countRequests,
  type Limit,
  type LimitExceeded,
  scaled,
} from '@aparajita/postgres/rate-limit';
import { AuthError } from './auth-error.ts';
import type { ClientInfo, RequestService, Service } from './service.ts';
import type { AuthSettings } from './settings.ts';
import type { Statements } from './store.ts';

/** A rate limit: so many of one thing in so much time. */
export type Limiter = {
  /** Consumes one. @throws AuthError over_request_rate_limit with the seconds to wait, when the limit is exceeded. */
  consume(key: string): Promise<void>;
  /** To be consumed together with other limits, see `consumeLimits`. */
  count(key: string): Count;
  /** The same for limits that strangers share: who is over one may solve a challenge and go on. */
  countOrChallenge(key: string): Count;
  /** The same for a client: its network, and the site that contains it. */
  byNetwork(client: Pick<ClientInfo, 'network' | 'site'>): Count[];
};

/** A site has this multiple of a network's limit: a carrier's phones share one. */
const SITE_FACTOR = 16;

export function createLimiter(
  { store, derivedKeys, settings }: Pick<Service, 'store' | 'derivedKeys' | 'settings'>,
  name: keyof AuthSettings['limits'],
): Limiter {
  const limit = limitOf(settings, name);
  // Hashed: keys may contain people's addresses, the table must not.
  const count = (key: string, challenge: boolean, factor = 1) => ({
    ...scaled(limit, factor),
    key: `${name}:${derivedKeys.hmacId(`limit ${name}`, key)}`,
    challenge,
  });
  return {
    consume: (key) => consumeLimits(store, [count(key, false)]),
    count: (key) => count(key, false),
    countOrChallenge: (key) => count(key, true),
    byNetwork: ({ network, site }) => [
      count(network, true),
      ...(site === null ? [] : [count(site, true, SITE_FACTOR)]),
    ],
  };
}

/** A limit of the settings, with the factor for all of them. */
export function limitOf({ limits, limitsFactor }: AuthSettings, name: keyof typeof limits): Limit {
  return scaled(limits[name], limitsFactor);
}

/**
 * Consumes one of each limit, the narrowest first; see `countRequests`.
 *
 * @throws AuthError over_request_rate_limit with the seconds to wait.
 */
export async function consumeLimits(statements: Statements, counts: Count[]): Promise<void> {
  const refused = await countRequests(statements.rows, counts);
  if (refused) throw rateLimited(refused);
}

/** What a request may send to exceed a shared limit: the protocol's `captcha_token`. */
type ProofRequest = { purpose: string; token: string | null | undefined };

/**
 * The same for shared limits.
 *
 * @throws AuthError captcha_failed with the challenge, or `exhausted` for a limit that no proof of work can exceed.
 */
export async function consumeOrChallenge(
  { store, proofs }: Service,
  counts: Count[],
  { purpose, token }: ProofRequest,
  exhausted: (refused: LimitExceeded) => AuthError = rateLimited,
): Promise<void> {
  const refused = await countRequests(store.rows, counts, await proofs.verify(purpose, token));
  if (!refused) return;
  if (!refused.challenge) throw exhausted(refused);
  throw new AuthError('captcha_failed', { challenge: await proofs.issue(purpose, refused) });
}

function rateLimited({ retryAfterSeconds }: LimitExceeded): AuthError {
  return new AuthError('over_request_rate_limit', { retryAfterSeconds });
}

/**
 * Counts a request that costs us something: by network, and where it emails these addresses, by each of them in a day.
 * It counts before anything is looked up, so that it reveals nothing about an address.
 *
 * @throws AuthError captcha_failed.
 */
export async function consumeByNetwork(
  service: RequestService,
  purpose: 'signUp' | 'mailRequest',
  token: string | null | undefined,
  emailed: readonly string[],
): Promise<void> {
  const { limit, client } = service;
  const byAddress = emailed.map((address) => limit('mailDay').countOrChallenge(address));
  const counts = [...byAddress, ...limit(purpose).byNetwork(client)];
  await consumeOrChallenge(service, counts, { purpose, token });
}
