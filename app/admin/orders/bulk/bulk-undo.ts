import { callAdmin } from '#app/admin/call-admin.ts';
import { reloadOrders } from '#app/admin/orders/order-queries.ts';
import { showToast } from '#app/ui/toast.tsx';
import type { BulkOutcome } from '#contract/admin/order-actions.ts';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { UNDO, type Undo, type Verb } from '#domain/order-verbs.ts';

/** Of orders that are paid in cash alone: what was paid online stays confirmed, and is given back when it is cancelled. */
const IN_CASH: readonly Undo[] = ['unconfirm', 'undo_cancel', 'undo_lose'];

/**
 * Takes back what was just done to several orders; undefined where that cannot be.
 *
 * @param orders those it was done to.
 * @param outcomes of the action. What was refused is left as it is.
 */
export function undoOfSeveral(
  verb: Verb,
  orders: readonly Pick<OrderRow, 'id' | 'payment_method'>[],
  outcomes: readonly Pick<BulkOutcome, 'id' | 'version' | 'refused'>[],
): (() => Promise<void>) | undefined {
  const undo = UNDO[verb];
  const items = outcomes.flatMap(({ id, version, refused }) =>
    refused !== null || version === null ? [] : [{ id, version }],
  );
  if (undo === undefined || items.length === 0) return undefined;
  const paidOnline = new Set(
    orders.filter(({ payment_method }) => payment_method !== 'cod').map(({ id }) => id),
  );
  if (IN_CASH.includes(undo) && items.some(({ id }) => paidOnline.has(id))) return undefined;
  return async () => {
    const answer = await callAdmin('POST /admin/orders/actions', { body: { verb: undo, items } });
    void reloadOrders();
    const left = answer.outcomes.filter(({ refused }) => refused !== null);
    if (left.length === 0) return;
    showToast({
      title: `${left.length} of ${items.length} not undone`,
      description: left.map(({ order_number }) => order_number).join(', '),
      tone: 'destructive',
    });
  };
}
