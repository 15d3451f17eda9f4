import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { refreshAddresses } from '#app/addresses/use-addresses.ts';
import { clearCachedCart, flushCart, readCart } from '#app/cart/cart.ts';
import { refreshOrders } from '#app/orders/use-orders.ts';
import { refreshOpenPayment } from '#app/payments/use-open-payment.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { ORDER_TOPIC, useOpenNewOrder } from '#app/shell/order/open-new-order.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { dismissTopic, showError } from '#app/ui/toast.tsx';
import type { Address } from '#contract/addresses.ts';
import type { CartItem } from '#contract/cart.ts';
import { toRupees } from '#domain/money.ts';
import type { OrderPrice } from '#domain/price-order.ts';
import {
  addressFingerprint,
  cartFingerprint,
  type OrderAttempt,
  orderAttempts,
  placeOrder,
} from './order-attempt.ts';
import { refreshOrderTerms } from './order-terms.ts';

type Dependencies = {
  /** Called when the selected address does not exist any more. */
  onAddressGone(): void;
  /**
   * What of the shop's fees and discounts is another than was shown, in words; null if nothing is. Shows the new ones.
   */
  readNewTerms(): Promise<string | null>;
  /** Called when the discount code cannot be used: the order then costs more. */
  onCodeRefused(): void;
  onOrdered(): void;
  /** Whether an online payment begun before has paid for the cart; then its order is opened. */
  isPaid(): Promise<boolean>;
};

type Outcome = Awaited<ReturnType<typeof placeOrder>>;

/**
 * Added to the message when the server may have returned the order of an earlier request, whose response was lost,
 * although the shopper has ordered something else since.
 */
const EARLIER_ORDER_HINT =
  ' It may be the one you sent before: please check what it holds and where it goes.';

/** Places the order of a checkout: at most one, whatever fails on the way. */
export function usePlaceOrder(deps: Dependencies) {
  const shopper = useShopper();
  const openNewOrder = useOpenNewOrder();
  const { pathname } = useLocation();
  const running = useRef(false);
  const [status, setStatus] = useState<'ready' | 'placing' | 'placed'>('ready');
  /** Why the order was refused; shown only while the cart is unchanged since then. */
  const [problem, setProblem] = useState<{ text: string; cart: string } | null>(null);

  async function run(order: () => Promise<Outcome | null>, isNew = true) {
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
      await explain(error, isNew);
      // A payment begun before may have been cancelled, paid, or is being confirmed.
      void refreshOpenPayment();
      void refreshOrderTerms(); // cash may be refused from now on
      setStatus('ready');
    } finally {
      running.current = false;
    }
  }

  function finish({ placed, earlier }: Outcome) {
    setStatus('placed');
    deps.onOrdered();
    openNewOrder(placed.id, {
      title: 'Order placed!',
      description: `Your order #${placed.order_number} has been placed successfully.${earlier ? EARLIER_ORDER_HINT : ''}`,
    });
    void clearCachedCart();
    void refreshOrders();
  }

  /**
   * Shows why there is no order. `isNew`: whether the shopper has just pressed the button; otherwise an empty cart
   * needs no message.
   */
  async function explain(error: unknown, isNew = true) {
    // A shopper who has left the page meanwhile stays there, and gets a toast.
    const isOpen = () => window.location.pathname === pathname;
    if (hasErrorCode(error, 'address_not_found') && isOpen()) {
      void refreshAddresses();
      deps.onAddressGone();
      return fail('Please select a shipping address');
    }
    if (hasErrorCode(error, 'code_refused')) {
      deps.onCodeRefused();
      const cart = await readCart().catch(() => null);
      const text = `${error.message} Please check the total and order again.`;
      if (cart && isOpen()) return setProblem({ text, cart: cartFingerprint(cart) });
    } else if (
      hasErrorCode(error, 'cart_changed', 'price_changed', 'out_of_stock', 'product_gone')
    ) {
      // Shown above the reloaded items, where one click accepts them.
      const [cart, terms] = await Promise.all([
        readCart().catch(() => null),
        deps.readNewTerms().catch(() => null),
      ]);
      const text = terms ?? error.message;
      if (cart && isOpen()) return setProblem({ text, cart: cartFingerprint(cart) });
    } else if (hasErrorCode(error, 'cart_empty')) {
      if (await deps.isPaid()) return;
      await readCart().catch(() => null);
      if (!isNew) return;
    } else if (hasErrorCode(error, 'not_served')) {
      void refreshOrderTerms(); // the page says so from then on
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

    /** Orders the cart as shown, for cash, to this address, at this price. */
    place: (to: Address, items: CartItem[], price: OrderPrice) =>
      run(async () => {
        const order = { shipping_address_id: to.id, payment_method: 'cod' } as const;
        const body = await orderPayload(order, price);
        if (!body) return null;
        const [cart, address] = [cartFingerprint(items), addressFingerprint(to)];
        return placeOrder(orderAttempts.begin({ shopper: shopper.id, body, cart, address }));
      }),

    /** An attempt whose response was lost, by a reload or a broken connection. */
    unanswered: () => orderAttempts.unanswered(shopper.id),

    /** Sends an attempt again while the cart is empty: with the same key it cannot become a second order. */
    resume: (attempt: OrderAttempt) =>
      run(async () => {
        // The server would order items that the shopper has just removed.
        if (!(await flushCart())) return null;
        // Items that another tab has added since are not ordered.
        if ((await readCart()).length > 0) return null;
        return placeOrder(attempt);
      }, false),
  };
}

/**
 * The payload that orders the cart as shown, in cash or online, at this price. First waits with `flushCart` until the server has all
 * the shopper's changes to the cart; null when one failed.
 */
export async function orderPayload<Body extends object>(
  body: Body,
  { total, coupon_code }: OrderPrice,
): Promise<(Body & { total_amount: number; coupon_code?: string }) | null> {
  if (!(await flushCart())) return null;
  return { ...body, total_amount: toRupees(total), ...(coupon_code && { coupon_code }) };
}
