import type { OrderRow } from '#contract/admin/order-views.ts';

/** How much later than newer orders an order may appear, in milliseconds: its transaction may commit later. */
const LATE_MS = 10 * 60_000;

/**
 * Returns a function that finds new orders in the newest page of the list, each once. The orders of the first page it
 * gets do not count as new.
 */
export function newOrderFinder(): (newest: readonly OrderRow[]) => OrderRow[] {
  let known: Set<string> | undefined;
  let latest = 0;
  return (newest) => {
    const fresh = known
      ? newest.filter(({ id, created_at }) => !known?.has(id) && at(created_at) > latest - LATE_MS)
      : [];
    known = new Set([...(known ?? []), ...newest.map(({ id }) => id)]);
    latest = Math.max(latest, ...newest.map(({ created_at }) => at(created_at)));
    return fresh;
  };
}

const at = (instant: string) => Date.parse(instant);
