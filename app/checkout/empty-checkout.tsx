import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Navigate } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { usePlaceOrder } from './use-place-order.ts';

type EmptyCheckoutProps = {
  order: ReturnType<typeof usePlaceOrder>;
  /** The banner of a pending payment. */
  payment: ReactNode;
  /** True once all requests that could explain the empty cart have finished. */
  settled: boolean;
};

/**
 * A checkout with an empty cart. An order without a response may have emptied it, or a payment is pending; otherwise
 * redirects to the cart.
 */
export function EmptyCheckout({ order, payment, settled }: EmptyCheckoutProps) {
  const attempt = order.unanswered();
  if (attempt) {
    return (
      <UnconfirmedOrder
        busy={order.status === 'placing'}
        onAsk={() => void order.resume(attempt)}
      />
    );
  }
  if (payment) return <>{payment}</>;
  return settled ? <Navigate to="/cart" replace /> : <Spinner label="Loading..." />;
}

/**
 * Shown when the order was sent without a response and the cart is empty: most likely the order was placed. Asks the
 * server once on mount, then whenever the shopper clicks.
 */
function UnconfirmedOrder({ busy, onAsk }: { busy: boolean; onAsk: () => void }) {
  const ask = useEffectEvent(onAsk);
  useEffect(() => ask(), []);

  if (busy) return <Spinner label="Processing..." />;
  return (
    <div role="alert" className="grid justify-items-center gap-5 py-12 text-center">
      <p className="max-w-md">
        We sent your order but got no response. Trying again will not place it twice.
      </p>
      <Button onClick={onAsk}>Try again</Button>
    </div>
  );
}
