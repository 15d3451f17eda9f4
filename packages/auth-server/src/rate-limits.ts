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

/** A rate limit: so many of one thing in so much time. */
export type Limiter = ReturnType<typeof createLimiter>;

/** A site has this multiple of a network's limit: a carrier's phones share one. */
const SITE_FACTOR = 16;

export function createLimiter(
  { store, derivedKeys, settings }: Pick<Service, 'store' | 'derivedKeys' | 'settings'>,
  name: keyof AuthSettings['limits'],
) {
  const limit: Limit = scaled(settings.limits[name], settings.limitsFactor);
  // Hashed: keys may contain people's addresses, the table must not.
  const count = (key: string, challenge: boolean, factor = 1) => ({
    ...scaled(limit, factor),
    key: `${name}:${derivedKeys.hmacId(`limit ${name}`, key)}`,
    challenge,
  });
  return {
    /** Consumes one. @throws AuthError over_request_rate_limit with the seconds to wait, when the limit is exceeded. */
    async consume(key: string): Promise<void> {
      const refused = await countRequests(store.rows, [count(key, false)]);
      if (refused) throw rateLimited(refused);
    },
    /** To be consumed together with other limits, see `countRequests`. */
    count: (key: string): Count => count(key, false),
    /** The same for limits that strangers share: who is over one may solve a challenge and go on. */
    countOrChallenge: (key: string): Count => count(key, true),
    /** The same for a client: its network, and the site that contains it. */
    byNetwork: ({ network, site }: Pick<ClientInfo, 'network' | 'site'>): Count[] => [
      count(network, true),
      ...(site === null ? [] : [count(site, true, SITE_FACTOR)]),
    ],
  };
}

export function rateLimited({ retryAfterSeconds }: LimitExceeded): AuthError {
  return new AuthError('over_request_rate_limit', { retryAfterSeconds });
}

/**
 * Counts a guess at a password or an emailed code, in quick succession and in a day. `key` names the session, or the
 * emailed link that is used without one: a thief who guesses in one session does not use up the tries of the owner's
 * other sessions, and the daily limit bounds the guesses however long the session lasts.
 *
 * @throws AuthError over_request_rate_limit.
 */
export async function countGuess({ store, limit }: Service, key: string): Promise<void> {
  const counts = [limit('changePassword').count(key), limit('changePasswordDay').count(key)];
  const refused = await countRequests(store.rows, counts);
  if (refused) throw rateLimited(refused);
}

/** What a request may send to exceed a shared limit: the protocol's `captcha_token`. */
type ProofRequest = { purpose: string; token: string | null | undefined };

/**
 * Consumes one of each shared limit, the narrowest first; see `countRequests`.
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

/**
 * Counts a request that costs us something: by network, and where it emails these addresses, by each of them in a day.
 * It counts before anything is looked up, so that it reveals nothing about an address.
 *
 * @throws AuthError captcha_failed.
 */
export async function consumeByNetwork(
  service: RequestService,
  purpose: 'signUp' | 'mailRequest',
  { gotrue_meta_security: security }: ProofOfWorkBody,
  emailed: readonly string[],
): Promise<void> {
  const { limit, client } = service;
  const byAddress = emailed.map((address) => limit('mailDay').countOrChallenge(address));
  const counts = [...byAddress, ...limit(purpose).byNetwork(client)];
  await consumeOrChallenge(service, counts, { purpose, token: security?.captcha_token });
}

/** The protocol's field for captcha tokens: here a proof of work. */
export type ProofOfWorkBody = {
  gotrue_meta_security?: { captcha_token?: string | null | undefined } | null | undefined;
};
