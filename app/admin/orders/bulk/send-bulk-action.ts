import { callAdmin } from '#app/admin/call-admin.ts';
import type { WithRecentFactor } from '#app/admin/recent-factor.tsx';
import { ApiError, hasErrorCode } from '#app/shell/api/api-error.ts';
import type { BulkAction, BulkOutcome } from '#contract/admin/order-actions.ts';

/** The verbs that need no details for each order. */
export type SharedAction = Exclude<BulkAction, { verb: 'hand_over' }>;

/** The outcome of each order, and the error of a request that failed as a whole. */
type BulkResult = { outcomes: BulkOutcome[]; failure: unknown };

/**
 * Applies a verb to several orders. Orders whose money would be refunded require a recent second factor: after it was
 * verified, only these are sent again. If the user cancels instead, they are reported as refused.
 */
export async function sendBulkAction(
  action: SharedAction,
  withRecentFactor: WithRecentFactor,
): Promise<BulkResult> {
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
    // The first refusals do not count any more, because these orders were sent again.
    for (const { id } of items) byId.delete(id);
  });
  return { outcomes: [...byId.values()], failure };
}
