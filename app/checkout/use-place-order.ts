import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { useOpenNewOrder } from '#app/shell/order/open-new-order.ts';
import { ORDER_TOPIC } from '#app/shell/order/toast-topic.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { dismissTopic, showError } from '#app/ui/toast.tsx';
import type { Address } from '#contract/addresses.ts';
import type { CartItem } from '#contract/cart.ts';
import { addressFingerprint, cartFingerprint, type OrderAttempt } from './order-attempt.ts';
import { orderPayload } from './order-payload.ts';
import { orderAttempts, placeOrder } from './place-order.ts';

/** Callbacks into the other features, provided by the page. */
type Dependencies = {
  /** Waits until the server has all the shopper's changes to the cart; false when one failed. */
  flushCart(): Promise<boolean>;
  readCart(): Promise<CartItem[]>;
  /** The order is placed: empties the cart and reloads the orders. */
  onPlaced(): void;
  /** The selected address does not exist any more. */
  onAddressGone(): void;
  /** There is no order; an online payment begun before may have been cancelled, paid, or is being confirmed. */
  onRefused(): void;
  /** Whether an online payment begun before has bought the cart; then its order opens. */
  isPaid(): Promise<boolean>;
};

type Outcome = Awaited<ReturnType<typeof placeOrder>>;

/** After an order whose response was lost, something else was ordered, and the server answers with the former. */
const EARLIER = ' It may be the one you sent before: please check what it holds and where it goes.';

/** Places the order of a checkout: at most one, whatever fails on the way. */
export function usePlaceOrder(deps: Dependencies) {
  const shopper = useShopper();
  const openNewOrder = useOpenNewOrder();
  const { pathname } = useLocation();
  const running = useRef(false);
  const [status, setStatus] = useState<'ready' | 'placing' | 'placed'>('ready');
  /** Why the order was refused; shown only while the cart is unchanged since then. */
  const [problem, setProblem] = useState<{ text: string; cart: string } | null>(null);

  async function run(order: () => Promise<Outcome | null>, asked = true) {
    if (running.current) return;
    running.current = true;
    setStatus('placing');
    setProblem(null);
    dismissTopic(ORDER_TOPIC);
    try {
      const outcome = await order();
      if (outcome) finish(outcome);
      else setStatus('ready');
    } catch (error) {
      await explain(error, asked);
      deps.onRefused();
      setStatus('ready');
    } finally {
      running.current = false;
    }
  }

  function finish({ placed, earlier }: Outcome) {
    setStatus('placed');
    openNewOrder(placed.id, {
      title: 'Order placed!',
      description: `Your order #${placed.order_number} has been placed successfully.${earlier ? EARLIER : ''}`,
    });
    deps.onPlaced();
  }

  /** `asked`: whether the shopper has just asked for the order. Else an empty cart says all there is to say. */
  async function explain(error: unknown, asked = true) {
    // Whoever has gone on stays there, and reads it in a toast.
    const isOpen = () => window.location.pathname === pathname;
    if (hasErrorCode(error, 'address_not_found') && isOpen()) {
      deps.onAddressGone();
      return fail('Please select a shipping address');
    }
    if (hasErrorCode(error, 'cart_changed', 'price_changed', 'out_of_stock', 'product_gone')) {
      // Shown above the items as they are now, where one click accepts them.
      const cart = await deps.readCart().catch(() => null);
      if (cart && isOpen()) return setProblem({ text: error.message, cart: cartFingerprint(cart) });
    } else if (hasErrorCode(error, 'cart_empty')) {
      if (await deps.isPaid()) return;
      await deps.readCart().catch(() => null);
      if (!asked) return;
    }
    fail(messageOf(error));
  }

  function fail(description: string) {
    showError(description, ORDER_TOPIC);
  }

  return {
    status,
    /** Shows why there is no order, where the shopper can fix it. */
    explain,
    problemWith: (items: CartItem[]) =>
      problem?.cart === cartFingerprint(items) ? problem.text : null,

    /** Orders the cart as shown, for cash, to this address. */
    place: (to: Address, items: CartItem[]) =>
      run(async () => {
        const order = { shipping_address_id: to.id, payment_method: 'cod' } as const;
        const body = await orderPayload(deps.flushCart, order, items);
        if (!body) return null;
        const [cart, address] = [cartFingerprint(items), addressFingerprint(to)];
        return placeOrder(orderAttempts.begin({ shopper: shopper.id, body, cart, address }));
      }),

    /** An attempt whose response was lost, by a reload or a broken connection. */
    unanswered: () => orderAttempts.unanswered(shopper.id),

    /** Sends it again while the cart is empty: with the same key it cannot become a second order. */
    resume: (attempt: OrderAttempt) =>
      run(async () => {
        // Or it would order what the shopper has just removed.
        if (!(await deps.flushCart())) return null;
        // Or what another tab has put into the cart since.
        if ((await deps.readCart()).length > 0) return null;
        return placeOrder(attempt);
      }, false),
  };
}
