import type pg from 'pg';

/** At most `points` requests in `seconds`. */
export type Limit = { points: number; seconds: number };

/**
 * A request to count under a key. With `challenge`, a client over the limit may solve a challenge and go on: for limits
 * that one machine could otherwise exhaust for others.
 */
export type Count = Limit & { key: string; challenge: boolean };

/** A solved challenge, by its id; valid until `expires`, in milliseconds since 1970 by the database's clock. */
export type Proof = { id: string; expires: number };

/** Which limit refused, the remaining seconds, its count, and the database's time in milliseconds. */
export type LimitExceeded = Count & { retryAfterSeconds: number; used: number; now: number };

/** Runs a statement and returns its rows. */
export type RunQuery = <Row extends pg.QueryResultRow>(
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/**
 * Counts a request in each limit, in one statement and in this order, for all processes together. A refused request
 * counts in none of them and leaves no row. Of concurrent requests, the refused ones may have counted in the limits
 * before the one that refused: put the narrowest first, so that a client stopped there does not use up a shared limit.
 *
 * @returns the limit that refused, or undefined.
 */
export async function countRequests(
  run: RunQuery,
  counts: readonly Count[],
  proof: Proof | null = null,
): Promise<LimitExceeded | undefined> {
  const [refusal] = await run<{ refused: number; retry_after: number; used: number; now: number }>(
    `select refused, retry_after, used, now_ms::float8 as now
     from public.count_requests($1, $2, $3, $4, $5, $6)`,
    [
      counts.map(({ key }) => key),
      counts.map(({ points }) => points),
      counts.map(({ seconds }) => seconds),
      counts.map(({ challenge }) => challenge),
      proof?.id ?? null,
      proof?.expires ?? null,
    ],
  );
  const refused = refusal && counts[refusal.refused - 1];
  if (!refused) return undefined;
  const { retry_after: retryAfterSeconds, used, now } = refusal;
  return { ...refused, retryAfterSeconds, used, now };
}

/** Subtracts a request that turned out harmless under each key of `decrement`, and resets each key of `reset`. */
export async function uncountRequests(
  run: RunQuery,
  { decrement = [], reset = [] }: { decrement?: string[]; reset?: string[] },
): Promise<void> {
  await run('select public.uncount_requests($1, $2)', [decrement, reset]);
}

/** The limit, multiplied by a factor. */
export function scaled({ points, seconds }: Limit, factor: number): Limit {
  return { points: Math.max(1, Math.round(points * factor)), seconds };
}
