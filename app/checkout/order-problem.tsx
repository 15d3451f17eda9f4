import { type ReactNode, type Ref, useEffect, useEffectEvent } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Navigate } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { usePlaceOrder } from './use-place-order.ts';

type OrderProblemProps = {
  ref: Ref<HTMLElement>;
  /** Why the server refused the order; null when it did not. */
  error: string | null;
  /** Problems of items that prevent the order, known before it is sent; null when there are none. */
  warning: string | null;
  /** Called for each error: this notice may be scrolled out of view. */
  onError: () => void;
  /** Buttons that fix the items concerned. */
  children: ReactNode;
};

/**
 * Above the steps: why the order cannot be placed, with buttons that help. Renders nothing when there is no problem.
 */
export function OrderProblem({ ref, error, warning, onError, children }: OrderProblemProps) {
  const notify = useEffectEvent(onError);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when the items come, with the buttons that help
  useEffect(() => {
    if (error) notify();
  }, [error, warning]);

  if (!error && !warning) return null;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Before you order"
      className="rounded-lg border border-border-strong bg-surface p-5 outline-none sm:p-6"
    >
      {error ? (
        <p role="alert" className="font-semibold text-danger">
          {error}
        </p>
      ) : (
        <p className="font-semibold text-foreground">{warning}</p>
      )}
      {children}
    </section>
  );
}

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
