import { callAdmin } from '#app/admin/call-admin.ts';
import { showToast } from '#app/ui/toast.tsx';
import type { BulkOutcome } from '#contract/admin/order-actions.ts';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { UNDO, type Verb } from '#domain/fulfilment.ts';
import { reloadOrders } from './order-queries.ts';

/**
 * Takes back what was just done to several orders; undefined where that cannot be.
 *
 * @param orders those it was done to.
 * @param outcomes of the action, each done.
 */
export function undoOfSeveral(
  verb: Verb,
  orders: readonly Pick<OrderRow, 'payment_method'>[],
  outcomes: readonly Pick<BulkOutcome, 'id' | 'version'>[],
): (() => Promise<void>) | undefined {
  const undo = UNDO[verb];
  if (undo !== 'unconfirm' && undo !== 'unpack' && undo !== 'take_back' && undo !== 'undeliver')
    return undefined;
  // What was paid online stays confirmed.
  if (undo === 'unconfirm' && orders.some(({ payment_method }) => payment_method !== 'cod'))
    return undefined;
  const items = outcomes.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }]));
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
