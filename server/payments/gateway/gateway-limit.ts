/** Counts one gateway request for this shopper; false when the shopper is over the limit. */
export type GatewayLimit = (userId: string) => boolean;

/** One request in two seconds: far more than a shopper needs who pays, closes the window and tries again. */
const MAX_REQUESTS = 30;
const WINDOW_MS = 60_000;
/** Above this number of shoppers, counts whose window has passed are deleted. */
const MAX_TRACKED = 10_000;

/**
 * Limits how often one shopper's requests make the shop call the gateway. The gateway limits the whole account, and
 * over that limit nobody can pay: one shopper must not use it up for all others. Counted in memory, per process.
 */
export function limitGatewayRequests(clock: () => number = () => performance.now()): GatewayLimit {
  const counts = new Map<string, { since: number; requests: number }>();

  function deleteExpired(now: number): void {
    for (const [user, { since }] of counts) if (now - since >= WINDOW_MS) counts.delete(user);
  }

  return (userId) => {
    const now = clock();
    if (counts.size >= MAX_TRACKED) deleteExpired(now);
    const known = counts.get(userId);
    const current = known && now - known.since < WINDOW_MS ? known : { since: now, requests: 0 };
    current.requests += 1;
    counts.set(userId, current);
    return current.requests <= MAX_REQUESTS;
  };
}
