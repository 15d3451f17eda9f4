import type pg from 'pg';

/** So many, in so many seconds. */
export type Limit = { points: number; seconds: number };

/**
 * One to be counted under a key. Where the limit is `payable` whoever brings a proof of work goes past it: so are all
 * limits that one machine could otherwise use up for others.
 */
export type Count = Limit & { key: string; payable: boolean };

/** A solved challenge, by its id; good until `expires`, in milliseconds of the database's clock. */
export type Proof = { id: string; expires: number };

/** Which limit refused, for how long still, how many it has counted, and the database's time in milliseconds. */
export type OneTooMany = Count & { retryAfterSeconds: number; used: number; now: number };

/** Runs a statement and gives its rows. */
export type Rows = <Row extends pg.QueryResultRow>(
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/**
 * Counts one in each limit, in one statement and in this order, for all processes together. What a spent limit refuses
 * counts in none of them and leaves no row. Of requests that come at the same time the last ones may have counted in the
 * limits before: put the narrowest first, so that whoever is stopped there uses up nothing of what they share.
 *
 * @returns the limit that refused, or undefined.
 */
export async function countRequests(
  rows: Rows,
  counts: readonly Count[],
  proof: Proof | null = null,
): Promise<OneTooMany | undefined> {
  const [refusal] = await rows<{ refused: number; retry_after: number; used: number; now: number }>(
    `select refused, retry_after, used, now_ms::float8 as now
     from public.count_requests($1, $2, $3, $4, $5, $6)`,
    [
      counts.map(({ key }) => key),
      counts.map(({ points }) => points),
      counts.map(({ seconds }) => seconds),
      counts.map(({ payable }) => payable),
      proof?.id ?? null,
      proof?.expires ?? null,
    ],
  );
  const refused = refusal && counts[refusal.refused - 1];
  if (!refused) return undefined;
  const { retry_after: retryAfterSeconds, used, now } = refusal;
  return { ...refused, retryAfterSeconds, used, now };
}

/** Takes one back under each key of `less` that turned out to be harmless, and starts again from none under `none`. */
export async function uncountRequests(
  rows: Rows,
  { less = [], none = [] }: { less?: string[]; none?: string[] },
): Promise<void> {
  await rows('select public.uncount_requests($1, $2)', [less, none]);
}

/** The same limit, so many times as generous. */
export function scaled({ points, seconds }: Limit, factor: number): Limit {
  return { points: Math.max(1, Math.round(points * factor)), seconds };
}
