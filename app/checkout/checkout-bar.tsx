import { Button } from '#app/ui/button.tsx';
import { formatPaise, type Paise } from '#domain/money.ts';
import type { CheckoutStep } from './use-checkout-step.ts';

type CheckoutBarProps = {
  step: CheckoutStep;
  total: Paise;
  /** Whether an address is selected, so that the shopper can continue. */
  ready: boolean;
  busy: boolean;
  onContinue: () => void;
  onPlaceOrder: () => void;
};

/**
 * The continue button of each step. On a phone it is fixed at the bottom of the window with the total, so that nobody
 * orders without having seen it. On wider windows it is below its step, and the total is in the summary beside it.
 */
export function CheckoutBar(props: CheckoutBarProps) {
  const { step, total, ready, busy, onContinue, onPlaceOrder } = props;
  return (
    <div className="purchase-bar checkout-bar flex flex-wrap items-center gap-x-3 gap-y-2 border-border max-md:mt-6 max-md:border-t md:col-start-1">
      <p className="leading-tight md:hidden">
        <span className="block text-sm leading-tight text-muted">Total</span>
        <span className="block text-lg leading-tight font-semibold text-foreground tabular-nums">
          {formatPaise(total)}
        </span>
      </p>
      {step === 'payment' ? (
        <Button
          key="place"
          className="flex-1 basis-40"
          busy={busy && 'Processing...'}
          onClick={onPlaceOrder}
        >
          Place Order
        </Button>
      ) : (
        <Button
          key="continue"
          className="flex-1 basis-40 max-md:px-3"
          disabled={!ready}
          onClick={onContinue}
        >
          Continue to Payment
        </Button>
      )}
    </div>
  );
}
