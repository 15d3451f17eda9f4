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
 * Counts guesses at a password or an emailed code, in quick succession and in a day. `key` names the session, or the
 * emailed link that is used without one: a thief who guesses in one session does not use up the tries of the owner's
 * other sessions, and the daily limit bounds the guesses however long the session lasts.
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
