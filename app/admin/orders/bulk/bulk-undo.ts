import { callAdmin } from '#app/admin/call-admin.ts';
import { hasEmail } from '#app/admin/orders/actions/sent-email.ts';
import { reloadOrders } from '#app/admin/orders/order-queries.ts';
import { showToast } from '#app/ui/toast.tsx';
import type { BulkOutcome } from '#contract/admin/order-actions.ts';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { keysOf } from '#domain/keys-of.ts';
import { UNDO_KINDS, UNDO_SECONDS, type Verb } from '#domain/order-verbs.ts';

/** An order of a bulk action. */
export type ActedOrder = Pick<OrderRow, 'id' | 'payment_method'> & Partial<Pick<OrderRow, 'undo'>>;

/**
 * Undoes a bulk action; undefined if that is not possible. Once its emails are about to be sent, steps are undone on the
 * page of each order, after a confirmation, and a cancellation can no longer be undone.
 *
 * @param outcomes of the action; refused orders are left alone.
 * @param sentAt when the request was sent, in milliseconds since 1970.
 */
export function undoOfSeveral(
  verb: Verb,
  orders: readonly ActedOrder[],
  outcomes: readonly Pick<BulkOutcome, 'id' | 'version' | 'refused'>[],
  sentAt: number,
  now = Date.now(),
): (() => Promise<void>) | undefined {
  const step = keysOf(UNDO_KINDS).find((each) => each === verb);
  const items = outcomes.flatMap(({ id, version, refused }) =>
    refused !== null || version === null ? [] : [{ id, version }],
  );
  if (step === undefined || items.length === 0) return undefined;
  const cancelled = (id: string) => step === 'cancel' && items.some((each) => each.id === id);
  // Those were refunded.
  if (orders.some(({ id, payment_method }) => payment_method !== 'cod' && cancelled(id)))
    return undefined;
  const hasLimit = step === 'cancel' || hasEmail(step);
  if (hasLimit && now >= sentAt + UNDO_SECONDS * 1000) return undefined;
  return async () => {
    const answer = await callAdmin('POST /admin/orders/actions', { body: { verb: 'undo', items } });
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
