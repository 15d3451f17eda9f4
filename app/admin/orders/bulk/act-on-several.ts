import { callAdmin } from '#app/admin/call-admin.ts';
import type { WithRecentFactor } from '#app/admin/staff/use-recent-factor.tsx';
import { ApiError } from '#app/shell/api/api-error.ts';
import type { BulkAction, BulkOutcome } from '#contract/admin/order-actions.ts';

/** What several orders can have done to them at once, without anything said of each. */
export type SharedAction = Exclude<BulkAction, { verb: 'hand_over' }>;

/**
 * Acts on several orders. Those that would have money given back want a second factor shown lately: once it was shown
 * they are sent again, and the others are not.
 *
 * @param heard is told what became of each so far, before the factor is asked for: whoever shows none reads that.
 */
export async function actOnSeveral(
  action: SharedAction,
  withRecentFactor: WithRecentFactor,
  heard: (outcomes: BulkOutcome[]) => void,
): Promise<BulkOutcome[]> {
  const byId = new Map<string, BulkOutcome>();
  let { items } = action;
  await withRecentFactor(async () => {
    const { outcomes } = await callAdmin('POST /admin/orders/actions', {
      body: { ...action, items },
    });
    for (const outcome of outcomes) byId.set(outcome.id, outcome);
    const stale = outcomes.find(({ refused }) => refused?.code === 'stale_factor')?.refused;
    const isFirst = items === action.items;
    if (!stale || !isFirst) return;
    items = items.filter(({ id }) => byId.get(id)?.refused?.code === 'stale_factor');
    heard([...byId.values()]);
    throw new ApiError(403, stale);
  });
  return [...byId.values()];
}
