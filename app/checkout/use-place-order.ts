import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isRefused, messageOf } from '#app/shell/api/failure.ts';
import { JUST_PLACED } from '#app/shell/just-placed.ts';
import { ORDER_TOPIC } from '#app/shell/order-topic.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { dismissTopic, showToast } from '#app/ui/toast.tsx';
import type { CartItem } from '#contract/cart.ts';
import type { NewOrder, PlacedOrder } from '#contract/orders.ts';
import { cartFingerprint, type OrderAttempt } from './order-attempt.ts';
import { orderAttempts, placeOrder } from './place-order.ts';
import { settledOrder } from './settled-order.ts';

/** What the page brings in from the other features. */
type Surroundings = {
  /** Waits until the server knows everything the shopper did to the cart; false when something failed. */
  settleCart(): Promise<boolean>;
  readCart(): Promise<CartItem[]>;
  /** The order is placed: the cart is empty and there is one order more. */
  onPlaced(): void;
  /** The chosen address is not there any more. */
  onAddressGone(): void;
};

/** Placing the order of a checkout: at most one, whatever happens on the way to it. */
export function usePlaceOrder(around: Surroundings) {
  const shopper = useShopper();
  const navigate = useNavigate();
  const running = useRef(false);
  const [status, setStatus] = useState<'ready' | 'placing' | 'placed'>('ready');
  /** Why there is no order yet, for as long as the cart is the one it was said of. */
  const [trouble, setTrouble] = useState<{ text: string; cart: string } | null>(null);

  async function run(order: () => Promise<PlacedOrder | null>) {
    if (running.current) return;
    running.current = true;
    setStatus('placing');
    setTrouble(null);
    dismissTopic(ORDER_TOPIC);
    try {
      const placed = await order();
      if (placed) finish(placed);
      else setStatus('ready');
    } catch (error) {
      await explain(error);
      setStatus('ready');
    } finally {
      running.current = false;
    }
  }

  function finish(placed: PlacedOrder) {
    setStatus('placed');
    showToast({
      title: 'Order placed!',
      description: `Your order #${placed.order_number} has been placed successfully.`,
      topic: ORDER_TOPIC,
    });
    void navigate(`/account/orders/${placed.id}`, { replace: true, state: JUST_PLACED });
    around.onPlaced();
  }

  async function explain(error: unknown) {
    if (isRefused(error, 'address_not_found')) {
      around.onAddressGone();
      return fail('Please select a shipping address');
    }
    if (isRefused(error, 'cart_changed', 'price_changed', 'out_of_stock', 'product_gone')) {
      // Told beside the lines as they are now, where one click accepts them.
      const cart = await around.readCart().catch(() => null);
      if (cart) return setTrouble({ text: error.message, cart: cartFingerprint(cart) });
    } else if (isRefused(error, 'cart_empty')) await around.readCart().catch(() => null);
    fail(messageOf(error));
  }

  function fail(description: string) {
    showToast({ title: 'Error', description, tone: 'destructive', topic: ORDER_TOPIC });
  }

  return {
    status,
    /** Says why there is no order, where it can be mended. */
    explain,
    troubleWith: (lines: CartItem[]) =>
      trouble?.cart === cartFingerprint(lines) ? trouble.text : null,

    /** Orders the cart as the shopper sees it. */
    place: (wish: Omit<NewOrder, 'total_amount'>, lines: CartItem[]) =>
      run(async () => {
        const body = await settledOrder(around.settleCart, wish, lines);
        if (!body) return null;
        const cart = cartFingerprint(lines);
        return placeOrder(orderAttempts.begin({ shopper: shopper.id, body, cart }));
      }),

    /** An attempt whose answer was lost, by a reload or a dead connection. */
    unanswered: () => orderAttempts.unanswered(shopper.id),

    /** Asks again for the answer to it: under its key, it cannot become a second order. */
    resume: (attempt: OrderAttempt) => run(() => placeOrder(attempt)),
  };
}
