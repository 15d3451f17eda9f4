import { callAdmin } from '#app/admin/call-admin.ts';
import type { WithRecentFactor } from '#app/admin/staff/use-recent-factor.tsx';
import { ApiError, hasErrorCode } from '#app/shell/api/api-error.ts';
import type { BulkAction, BulkOutcome } from '#contract/admin/order-actions.ts';

/** What several orders can have done to them at once, without anything said of each. */
export type SharedAction = Exclude<BulkAction, { verb: 'hand_over' }>;

/** What is known of each order, and the error of a request that had no such answer. */
type Acted = { outcomes: BulkOutcome[]; failure: unknown };

/**
 * Acts on several orders. Those that would have money given back want a second factor shown lately: once it was shown
 * they are sent again, and the others are not. Whoever shows none reads of them that they were refused.
 */
export async function actOnSeveral(
  action: SharedAction,
  withRecentFactor: WithRecentFactor,
): Promise<Acted> {
  const byId = new Map<string, BulkOutcome>();
  let { items } = action;
  const send = async () => {
    const { outcomes } = await callAdmin('POST /admin/orders/actions', {
      body: { ...action, items },
    });
    for (const outcome of outcomes) byId.set(outcome.id, outcome);
    const stale = outcomes.find(({ refused }) => refused?.code === 'stale_factor')?.refused;
    const isFirst = items === action.items;
    if (!stale || !isFirst) return;
    items = items.filter(({ id }) => byId.get(id)?.refused?.code === 'stale_factor');
    throw new ApiError(403, stale);
  };
  let failure: unknown;
  await withRecentFactor(send).catch((error: unknown) => {
    if (byId.size > 0 && hasErrorCode(error, 'stale_factor')) return;
    failure = error;
    // They were sent again: that they were refused before says nothing now.
    for (const { id } of items) byId.delete(id);
  });
  return { outcomes: [...byId.values()], failure };
}
