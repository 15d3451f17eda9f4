import { useLocation } from 'react-router';
import { useNavigate } from '#app/ui/link.js';
import { showToast } from '#app/ui/toast.tsx';
import { JUST_PLACED } from './just-placed.ts';
import { ORDER_TOPIC } from './toast-topic.ts';

type Words = { title: string; description: string };

/**
 * Returns a function that says that an order was placed and opens it. A shopper who has gone on to another page while it
 * was confirmed stays there, and the toast has a link to the order.
 */
export function useOpenNewOrder(): (orderId: string, words: Words) => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (orderId, words) => {
    const order = `/account/orders/${orderId}` as const;
    // The browser's URL, because this function may be called after its page was left.
    const stays = window.location.pathname === pathname;
    showToast({
      ...words,
      topic: ORDER_TOPIC,
      ...(!stays && { action: { label: 'View order', to: order } }),
    });
    if (stays) void navigate(order, { replace: true, state: JUST_PLACED });
  };
}
