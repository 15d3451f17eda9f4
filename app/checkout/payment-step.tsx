import { Card } from '#app/ui/card.tsx';
import { PreloadPage } from '#app/ui/preload-page.tsx';
import { RadioCard } from '#app/ui/radio-card.tsx';
import type { PaymentOptions } from '#contract/payments.ts';
import { type PaymentMethod, paymentMethodName } from '#domain/order.ts';
import { StepHeading } from './step-heading.tsx';

/** The payment methods, the default first, with their descriptions. */
function methodsFor(
  { mode }: PaymentOptions,
  cashRefused: boolean,
): { method: PaymentMethod; note: string }[] {
  const cash = {
    method: 'cod',
    note: cashRefused
      ? 'Not available for your account. Please write to us.'
      : 'Pay in cash when the parcel arrives at your door.',
  } as const;
  if (!mode) return [cash];
  const note =
    mode === 'sandbox'
      ? 'UPI or card. This is a demo: no money moves.'
      : 'UPI, cards, netbanking and wallets.';
  const online = { method: 'razorpay', note } as const;
  return cashRefused ? [online] : [cash, online];
}

type PaymentStepProps = {
  focus: boolean;
  busy: boolean;
  options: PaymentOptions;
  method: PaymentMethod;
  onMethod: (method: PaymentMethod) => void;
  /** Whether the shop takes no cash from the shopper. */
  cashRefused: boolean;
};

/** Step 2: the payment method. */
export function PaymentStep(props: PaymentStepProps) {
  const { focus, busy, options, method, onMethod, cashRefused } = props;
  return (
    <Card>
      {/* Preloads the order's page: for slow networks, and in case the server becomes unreachable after ordering. */}
      <PreloadPage page="/account/orders/next" />
      <StepHeading focus={focus}>Payment Method</StepHeading>
      {cashRefused && options.mode && (
        <p className="mt-3">Cash on delivery is not available for your account.</p>
      )}
      <fieldset className="mt-4 grid min-w-0 grid-cols-1 gap-3" disabled={busy}>
        <legend className="sr-only">Choose how to pay</legend>
        {methodsFor(options, cashRefused).map((choice) => (
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
