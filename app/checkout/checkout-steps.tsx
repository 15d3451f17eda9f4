import type { Address } from '#contract/addresses.ts';
import type { PaymentOptions } from '#contract/payments.ts';
import type { PaymentMethod } from '#domain/order.ts';
import { ChosenAddress } from './chosen-address.tsx';
import { PaymentStep } from './payment-step.tsx';
import { ShippingStep } from './shipping-step.tsx';
import type { useCheckoutStep } from './use-checkout-step.ts';

type CheckoutStepsProps = {
  stepState: ReturnType<typeof useCheckoutStep>;
  addresses: Address[];
  chosen: Address | undefined;
  busy: boolean;
  options: PaymentOptions;
  method: PaymentMethod;
  onMethod: (method: PaymentMethod) => void;
  /** Whether the shop takes no cash from the shopper. */
  cashRefused: boolean;
  /** Opens the form of an address, or of a new one. */
  onEditAddress: (address: Address | 'new') => void;
};

/** Renders the step named in the URL. */
export function CheckoutSteps({ stepState, addresses, chosen, ...props }: CheckoutStepsProps) {
  if (stepState.step !== 'payment' || !chosen) {
    return (
      <ShippingStep
        addresses={addresses}
        chosen={chosen}
        focus={stepState.moved}
        onChoose={(address) => stepState.choose(address.id)}
        onEdit={props.onEditAddress}
      />
    );
  }
  return (
    <>
      <ChosenAddress
        address={chosen}
        onEdit={() => stepState.backToShipping(chosen.id, { replace: false })}
      />
      <PaymentStep
        focus={stepState.moved}
        busy={props.busy}
        options={props.options}
        method={props.method}
        onMethod={props.onMethod}
        cashRefused={props.cashRefused}
      />
    </>
  );
}
