import { Semaphore } from '@aparajita/postgres/semaphore';
import { AuthError } from '#auth-server/auth-error.ts';
import type { RequestService } from '#auth-server/service.ts';

/** For work whose request was admitted earlier and that nobody waits for: it is never refused. */
export const ADMITTED = 'admitted';

/** One user's or network's quota of the queue: at most `max` of its hashes wait at once. */
type QueueShare = { key: string; max: number };

export type QueueParty = readonly QueueShare[] | typeof ADMITTED;

/**
 * Per-user and per-network quotas of queue slots: signed-in users and anonymous clients of one network are counted
 * separately, so that nobody with accounts can keep neighbours from signing in. A site counts as one network.
 */
export function queueShares(
  { client, settings }: Pick<RequestService, 'client' | 'settings'>,
  user: { id: string } | null,
): QueueShare[] {
  const site = client.site ?? client.network;
  const { maxWaitingHashesOfUser, maxWaitingHashesOfNetwork: ofNetwork } = settings;
  if (!user) return [{ key: `network ${site}`, max: ofNetwork }];
  return [
    { key: `user ${user.id}`, max: maxWaitingHashesOfUser },
    { key: `users of ${site}`, max: ofNetwork },
  ];
}

/**
 * Runs at most `concurrency` hashes at a time, first come first served; at most `maxWaiting` wait. `ADMITTED` work waits
 * even when the queue is full: there is never more of it than the queue admitted before.
 *
 * @throws AuthError request_timeout when the queue is full, or one of the shares: one user or network cannot fill the
 * queue for all others.
 */
export function createHashQueue(concurrency: number, maxWaiting: number) {
  const slots = new Semaphore(concurrency);
  const waiting = new Map<string, number>();
  const of = (key: string) => waiting.get(key) ?? 0;

  function count(shares: readonly QueueShare[], change: 1 | -1) {
    for (const { key } of shares) {
      const now = of(key) + change;
      if (now > 0) waiting.set(key, now);
      else waiting.delete(key);
    }
  }

  return async <T>(work: () => Promise<T>, party: QueueParty): Promise<T> => {
    const shares = party === ADMITTED ? [] : party;
    const isFull = slots.waiting >= maxWaiting || shares.some(({ key, max }) => of(key) >= max);
    if (isFull && party !== ADMITTED) {
      throw new AuthError('request_timeout', { retryAfterSeconds: 5 });
    }
    const acquiring = slots.acquire();
    if (typeof acquiring !== 'boolean') {
      count(shares, 1);
      await acquiring;
      count(shares, -1);
    }
    try {
      return await work();
    } finally {
      slots.release();
    }
  };
}
