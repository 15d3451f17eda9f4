import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { Spinner } from '#app/ui/spinner.tsx';
import { LostAnswer } from './unconfirmed-order.tsx';
import type { usePlaceOrder } from './use-place-order.ts';

type EmptyCheckoutProps = {
  order: ReturnType<typeof usePlaceOrder>;
  /** A payment that was begun and is not over. */
  payment: ReactNode;
  /** Whether everything that could still say where the cart went has been heard. */
  settled: boolean;
};

/** A checkout without lines: they may have become an order in a moment nobody saw, or there is nothing to order. */
export function EmptyCheckout({ order, payment, settled }: EmptyCheckoutProps) {
  const attempt = order.unanswered();
  if (attempt) {
    return (
      <LostAnswer busy={order.status === 'placing'} onAsk={() => void order.resume(attempt)} />
    );
  }
  if (payment) return payment;
  return settled ? <Navigate to="/cart" replace /> : <Spinner label="Loading..." />;
}
