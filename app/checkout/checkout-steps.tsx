import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { PreloadPage } from '#app/ui/preload-link.tsx';
import { RadioCard } from '#app/ui/radio-card.tsx';
import type { Address } from '#contract/addresses.ts';
import type { OrderTerms } from '#contract/checkout.ts';
import { placeLine } from '#domain/address.ts';
import type { CashDecision } from '#domain/decide-cash.ts';
import { isolated } from '#domain/isolated.ts';
import { formatPaise, type Paise } from '#domain/money.ts';
import { type PaymentMethod, paymentMethodName } from '#domain/order.ts';
import { ShippingStep, StepHeading } from './shipping-step.tsx';
import type { CheckoutStep, useCheckoutStep } from './use-checkout-step.ts';

type CheckoutStepsProps = {
  stepState: ReturnType<typeof useCheckoutStep>;
  addresses: Address[];
  chosen: Address | undefined;
  busy: boolean;
  terms: OrderTerms;
  cash: CashDecision;
  method: PaymentMethod;
  onMethod: (method: PaymentMethod) => void;
  /** Opens the form of an address, or of a new one. */
  onEditAddress: (address: Address | 'new') => void;
};

/** Renders the step named in the URL. */
export function CheckoutSteps(all: CheckoutStepsProps) {
  const { stepState, addresses, chosen, onEditAddress, ...props } = all;
  if (stepState.step !== 'payment' || !chosen) {
    return (
      <ShippingStep
        addresses={addresses}
        chosen={chosen}
        focus={stepState.moved}
        onChoose={(address) => stepState.choose(address.id)}
        onEdit={onEditAddress}
      />
    );
  }
  return (
    <>
      <ChosenAddress
        address={chosen}
        onEdit={() => stepState.backToShipping(chosen.id, { replace: false })}
      />
      <PaymentStep {...props} focus={stepState.moved} />
    </>
  );
}

/** Step 1 when completed: the selected address, with a link to change it. */
function ChosenAddress({ address, onEdit }: { address: Address; onEdit: () => void }) {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="flex items-center gap-3 text-xl">
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-badge-green-ground text-badge-green">
            <Icon name="check" />
          </span>
          Shipping Address
        </h2>
        <Button
          tone="quiet"
          className="-mr-4 px-4!"
          aria-label="Edit shipping address"
          onClick={onEdit}
        >
          Edit
        </Button>
      </div>
      <p className="mt-1 text-sm font-medium text-success">Address selected</p>
      <p className="text-sm">
        {isolated(address.full_name)}, {isolated(address.address_line1)}, {placeLine(address)}
      </p>
    </Card>
  );
}

/** The payment methods, the default first, with their descriptions. */
function methodsFor(
  { mode, online_percent }: OrderTerms,
  cash: CashDecision,
): { method: PaymentMethod; note: string }[] {
  const inCash = { method: 'cod', note: cashNote(cash) } as const;
  if (!mode) return [inCash];
  const note =
    mode === 'sandbox'
      ? 'UPI or card. This is a demo: no money moves.'
      : 'UPI, cards, netbanking and wallets.';
  const discount = online_percent > 0 ? ` ${online_percent}% off.` : '';
  const online = { method: 'razorpay', note: note + discount } as const;
  return cash.offered ? [inCash, online] : [online];
}

function cashNote(cash: CashDecision): string {
  if (!cash.offered) return cash.refused;
  const fee = cash.fee > 0 ? ` A fee of ${formatPaise(cash.fee)} is added.` : '';
  return `Pay in cash when the parcel arrives at your door.${fee}`;
}

type PaymentStepProps = Pick<
  CheckoutStepsProps,
  'busy' | 'terms' | 'cash' | 'method' | 'onMethod'
> & { focus: boolean };

/** Step 2: the payment method. */
function PaymentStep(props: PaymentStepProps) {
  const { focus, busy, terms, cash, method, onMethod } = props;
  return (
    <Card>
      {/* Preloads the order's page: for slow networks, and in case the server becomes unreachable after ordering. */}
      <PreloadPage page="/account/orders/next" />
      <StepHeading focus={focus}>Payment Method</StepHeading>
      {/* Told aloud when it changes with the cart. */}
      <p role="status" className="mt-3 empty:mt-0">
        {!cash.offered && terms.mode && cash.refused}
      </p>
      <fieldset className="mt-4 grid min-w-0 grid-cols-1 gap-3" disabled={busy}>
        <legend className="sr-only">Choose how to pay</legend>
        {methodsFor(terms, cash).map((choice) => (
          <RadioCard
            key={choice.method}
            name="payment_method"
            value={choice.method}
            checked={choice.method === method}
            onChange={() => onMethod(choice.method)}
          >
            <span className="block font-semibold text-foreground">
              {paymentMethodName(choice.method)}
            </span>
            <span className="block text-sm text-muted">{choice.note}</span>
          </RadioCard>
        ))}
      </fieldset>
    </Card>
  );
}

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
