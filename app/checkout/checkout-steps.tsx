import type { Address } from '#contract/addresses.ts';
import type { PaymentOptions } from '#contract/payments.ts';
import type { PaymentMethod } from '#domain/order.ts';
import { ChosenAddress } from './chosen-address.tsx';
import { PaymentStep } from './payment-step.tsx';
import { ShippingStep } from './shipping-step.tsx';
import type { useCheckoutStep } from './use-checkout-step.ts';

type CheckoutStepsProps = {
  at: ReturnType<typeof useCheckoutStep>;
  addresses: Address[];
  chosen: Address | undefined;
  busy: boolean;
  options: PaymentOptions;
  method: PaymentMethod;
  onMethod: (method: PaymentMethod) => void;
  /** Opens the form of an address, or of a new one. */
  onEditAddress: (address: Address | 'new') => void;
};

/** Renders the step named in the URL. */
export function CheckoutSteps({ at, addresses, chosen, ...props }: CheckoutStepsProps) {
  if (at.step !== 'payment' || !chosen) {
    return (
      <ShippingStep
        addresses={addresses}
        chosen={chosen}
        focus={at.moved}
        onChoose={(address) => at.choose(address.id)}
        onEdit={props.onEditAddress}
      />
    );
  }
  return (
    <>
      <ChosenAddress
        address={chosen}
        onEdit={() => at.backToShipping(chosen.id, { replace: false })}
      />
      <PaymentStep
        focus={at.moved}
        busy={props.busy}
        options={props.options}
        method={props.method}
        onMethod={props.onMethod}
      />
    </>
  );
}
