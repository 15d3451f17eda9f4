import { type ReactNode, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { RadioCard } from '#app/ui/radio-card.tsx';
import type { NewOrder } from '#contract/orders.ts';
import { paymentMethodName } from '#domain/order.ts';
import { StepHeading } from './step-heading.tsx';

type Method = NewOrder['payment_method'];

/** What can be paid with, the default first, and what to know of each. */
const METHODS: readonly { method: Method; note: string }[] = [
  { method: 'cod', note: 'Pay in cash when the parcel arrives at your door.' },
];

type PaymentStepProps = {
  focus: boolean;
  busy: boolean;
  /** What stands in the way of the order, told above the button. */
  problem: ReactNode;
  onPlaceOrder: (method: Method) => void;
};

/** Step 2: how it is paid for, and the order itself. */
export function PaymentStep({ focus, busy, problem, onPlaceOrder }: PaymentStepProps) {
  const [method, setMethod] = useState<Method>('cod');
  return (
    <Card>
      <StepHeading number={2} focus={focus}>
        Payment Method
      </StepHeading>
      <fieldset className="mt-6 grid gap-3" disabled={busy}>
        <legend className="sr-only">Choose how to pay</legend>
        {METHODS.map((choice) => (
          <RadioCard
            key={choice.method}
            name="payment_method"
            value={choice.method}
            checked={choice.method === method}
            onChange={() => setMethod(choice.method)}
          >
            <span className="block font-semibold text-ink">{paymentMethodName(choice.method)}</span>
            <span className="block text-sm text-muted">{choice.note}</span>
          </RadioCard>
        ))}
      </fieldset>
      {problem}
      <Button
        className="mt-6 w-full"
        busy={busy && 'Processing...'}
        onClick={() => onPlaceOrder(method)}
      >
        Place Order
      </Button>
    </Card>
  );
}
