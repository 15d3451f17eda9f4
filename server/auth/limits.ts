import { AuthFault } from './fault.ts';
import type { Limit } from './settings.ts';
import type { Statements, Store } from './store.ts';
import type { Vault } from './vault.ts';

/** So many of one thing in so much time, counted in the database for all processes together. */
export type Limiter = {
  /** Counts one; null cannot be told from others and is not counted. @throws AuthFault over_request_rate_limit with the seconds to wait, when that is one too many. */
  take(key: string | null): Promise<void>;
  /** One that is to be counted among others, see `takeInTurn`. */
  turn(key: string | null): Turn;
  /** Takes one back that turned out to be harmless. */
  giveBack(key: string | null): Promise<void>;
  /** Starts again from none. */
  forget(key: string): Promise<void>;
};

/** One to be counted. `exempt` is asked when it is one too many: whether the limit does not hold here. */
export type Turn = Limit & { key: string | null; exempt?: () => Promise<boolean> };

export function createLimiter(store: Store, vault: Vault, name: string, limit: Limit): Limiter {
  // Keys can hold addresses of people; the table does not.
  const blind = (key: string) => `${name}:${vault.blind(`limit ${name}`, key)}`;
  const turn = (key: string | null) => ({ ...limit, key: key === null ? null : blind(key) });

  return {
    take: (key) => takeInTurn(store, [turn(key)]),
    turn,
    async giveBack(key) {
      if (key === null) return;
      await store.rows(
        'update auth.rate_limits set points = points - 1 where key = $1 and points > 0',
        [blind(key)],
      );
    },
    async forget(key) {
      await store.rows('delete from auth.rate_limits where key = $1', [blind(key)]);
    },
  };
}

/**
 * Counts one in each limit, in one statement and in this order. What one limit refuses counts in none after it:
 * put the narrowest first, so that whoever is stopped there uses up nothing of what they share with others.
 *
 * @throws AuthFault over_request_rate_limit with the seconds to wait.
 */
export async function takeInTurn(statements: Statements, turns: Turn[]): Promise<void> {
  const counted = turns.flatMap(({ key, ...turn }) => (key === null ? [] : [{ ...turn, key }]));
  if (counted.length === 0) return;
  const [refusal] = await statements.rows<{ refused: number; retry_after: number }>(
    'select refused, retry_after from auth.take_in_turn($1, $2, $3, $4)',
    [
      counted.map(({ key }) => key),
      counted.map(({ points }) => points),
      counted.map(({ seconds }) => seconds),
      Date.now(),
    ],
  );
  if (!refusal) return;
  const { refused, retry_after: retryAfterSeconds } = refusal;
  if (!(await counted[refused - 1]?.exempt?.())) {
    throw new AuthFault('over_request_rate_limit', { retryAfterSeconds });
  }
  await takeInTurn(statements, counted.slice(refused));
}
