import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AuthFault } from './fault.ts';
import type { Limit } from './settings.ts';
import type { Store } from './store.ts';
import type { Vault } from './vault.ts';

/** So many of one thing in so much time, counted in the database for all processes together. */
export type Limiter = {
  /** Counts one; null cannot be told from others and is not counted. @throws AuthFault over_request_rate_limit with the seconds to wait, when that is one too many. */
  take(key: string | null): Promise<void>;
  /** Takes one back that turned out to be harmless. */
  giveBack(key: string | null): Promise<void>;
  /** Starts again from none. */
  forget(key: string): Promise<void>;
};

export function createLimiter(store: Store, vault: Vault, name: string, limit: Limit): Limiter {
  const limiter = new RateLimiterPostgres({
    storeClient: {
      async query({ text, values }: { text: string; values: unknown[] }) {
        const rows = await store.rows(text, values);
        return { rows, rowCount: rows.length };
      },
    },
    storeType: 'client',
    schemaName: 'auth',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: limit.points,
    duration: limit.seconds,
  });
  // Keys can hold addresses of people; the table does not.
  const blind = (key: string) => vault.blind(`limit ${name}`, key);

  return {
    async take(key) {
      if (key === null) return;
      await limiter.consume(blind(key)).catch((refusal) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new AuthFault('over_request_rate_limit', { retryAfterSeconds });
      });
    },
    async giveBack(key) {
      if (key === null) return;
      await limiter.reward(blind(key));
    },
    async forget(key) {
      await limiter.delete(blind(key));
    },
  };
}
