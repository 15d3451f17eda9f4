/** Says whether one more may be asked for this shopper now, and counts it. */
export type GatewayLimit = (userId: string) => boolean;

/** Far more than somebody needs who pays, closes the window and tries again; one question in two seconds. */
const POINTS = 30;
const WINDOW_MS = 60_000;
/** Past so many shoppers those whose minute is over are forgotten. */
const MAX_KEPT = 10_000;

/**
 * How often one shopper's requests make the shop ask the gateway. It answers an account only so often, and then nobody
 * pays: one shopper must not use that up for all others. Kept in the process: the limit is for each.
 */
export function limitGatewayRequests(clock: () => number = () => performance.now()): GatewayLimit {
  const asked = new Map<string, { since: number; times: number }>();

  function forgetOld(now: number): void {
    for (const [user, { since }] of asked) if (now - since >= WINDOW_MS) asked.delete(user);
  }

  return (userId) => {
    const now = clock();
    if (asked.size >= MAX_KEPT) forgetOld(now);
    const known = asked.get(userId);
    const current = known && now - known.since < WINDOW_MS ? known : { since: now, times: 0 };
    current.times += 1;
    asked.set(userId, current);
    return current.times <= POINTS;
  };
}
