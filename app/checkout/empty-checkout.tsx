import type { ReactNode } from 'react';
import { Navigate } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import { UnconfirmedOrder } from './unconfirmed-order.tsx';
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
