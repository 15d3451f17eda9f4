import { uncountRequests } from '@aparajita/postgres/rate-limit';
import { consumeLimits } from '#auth-server/rate-limits.ts';
import type { Service } from '#auth-server/service.ts';

export type Guesses = {
  /** @throws AuthError over_request_rate_limit. */
  consume(): Promise<void>;
  /** For a request in which nothing was guessed. */
  uncount(): Promise<void>;
};

/**
 * Counts guesses at a password or a mailed code, in succession and in a day, by `key`: the session, or the link that
 * stands for one. A thief who guesses in one uses up nothing of the owner's others, and guesses no more than the day's
 * however long the session lasts.
 */
export function guessesOf(
  { store, limit }: Pick<Service, 'store' | 'limit'>,
  key: string,
): Guesses {
  const counts = [limit('changePassword').count(key), limit('changePasswordDay').count(key)];
  return {
    consume: () => consumeLimits(store, counts),
    uncount: () => uncountRequests(store.rows, { decrement: counts.map((each) => each.key) }),
  };
}
