import { useLocation } from 'react-router';
import { useNavigate } from '#app/ui/link.js';
import { showToast } from '#app/ui/toast.tsx';

type ToastText = { title: string; description: string };

/**
 * Returns a function that shows a toast that the order was placed, and opens its page. If the shopper has gone to
 * another page while the order was being confirmed, it stays there: the toast then has a link to the order.
 */
export function useOpenNewOrder(): (orderId: string, text: ToastText) => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (orderId, text) => {
    const order = `/account/orders/${orderId}` as const;
    // The browser's URL, because this function may be called after its page was left.
    const stillHere = window.location.pathname === pathname;
    showToast({
      ...text,
      topic: ORDER_TOPIC,
      ...(!stillHere && { action: { label: 'View order', to: order } }),
    });
    if (stillHere) void navigate(order, { replace: true, state: JUST_PLACED });
  };
}

/** Toast topic of the checkout: each message about the order or payment replaces the one before. */
export const ORDER_TOPIC = 'order';

/** History state of an order's page opened right after placing the order; it survives a reload. */
const JUST_PLACED = { placed: true } as const;

/** Whether a page was opened by placing its order; `state` is the router location's. */
export function isJustPlaced(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'placed' in state && state.placed === true;
}
