import { useState } from 'react';
import { callAdmin } from '#app/admin/api.ts';
import { doneText, whatChanged } from '#app/admin/orders/event-texts.ts';
import { orderChanged, reloadOrders } from '#app/admin/orders/order-queries.ts';
import type { WithRecentFactor } from '#app/admin/recent-factor.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { showFailure } from '#app/admin/use-write.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { showToast } from '#app/ui/toast.tsx';
import type { OrderAction } from '#contract/admin/order-actions.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { Undoable, Verb } from '#domain/order-verbs.ts';

type ActedOrder = Pick<OrderDetail, 'id' | 'order_number' | 'undo'>;

/**
 * Applies a verb to one order, shows the result and offers to undo it if possible. On failure it shows why and returns
 * null; the caller keeps the form.
 *
 * @param withRecentFactor for verbs that may refund money.
 */
export function useOrderAction(withRecentFactor: WithRecentFactor = (work) => work()) {
  const [acting, setActing] = useState<Verb | null>(null);

  async function act(order: ActedOrder, action: OrderAction): Promise<OrderDetail | null> {
    try {
      const changed = await withRecentFactor(async () => {
        // Set only while the request runs: while the factor is requested, the user may cancel and do something else.
        setActing(action.verb);
        return send(order.id, action).finally(() =>
          setActing((now) => (now === action.verb ? null : now)),
        );
      });
      showDone(changed, action.verb, order.undo);
      return changed;
    } catch (error) {
      await showRefusal(order, error);
      return null;
    }
  }

  return { acting, act };
}

async function send(id: string, action: OrderAction): Promise<OrderDetail> {
  const changed = await callAdmin('POST /admin/orders/{id}/actions', {
    params: { id },
    body: action,
  });
  orderChanged(changed);
  return changed;
}

/** `undone`: what could be undone before. */
function showDone(order: OrderDetail, verb: Verb, undone: Undoable | null): void {
  showSnackbar({
    text: doneText(order.order_number, verb, undone),
    ...(order.undo === verb && {
      undo: async () => {
        await send(order.id, { verb: 'undo', version: order.version });
      },
    }),
    ...((verb === 'pack' || verb === 'hand_over') && {
      link: { to: `/admin/print?orders=${order.id}`, label: 'Print slip' },
    }),
  });
}

/** Tells why an order was not changed, and reloads it if somebody else has changed it. */
export async function showRefusal(
  order: Omit<ActedOrder, 'undo'>,
  error: unknown,
  title = order.order_number,
): Promise<void> {
  if (hasErrorCode(error, 'order_changed', 'not_allowed_now')) {
    await reloadOrders();
    showToast({
      title: `${order.order_number} has changed`,
      description: error.order ? whatChanged(error.order) : error.message,
      tone: 'destructive',
    });
    return;
  }
  if (hasErrorCode(error, 'order_refunded', 'shopper_told')) void reloadOrders();
  showFailure(error, title, `${order.order_number}: no reply from the server. It may have worked`);
}
