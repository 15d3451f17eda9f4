import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { RadioCard } from '#app/ui/radio-card.tsx';
import type { Address } from '#contract/addresses.ts';
import { placeLine } from '#domain/address.ts';

type ShippingStepProps = {
  addresses: readonly Address[];
  chosen: Address | undefined;
  focus: boolean;
  onChoose: (address: Address) => void;
  /** Opens the form of an address, or of a new one. */
  onEdit: (address: Address | 'new') => void;
};

/** Step 1: the shipping address. */
export function ShippingStep(props: ShippingStepProps) {
  const { addresses, chosen, focus, onChoose, onEdit } = props;
  const add = () => onEdit('new');
  return (
    <Card>
      <StepHeading focus={focus}>Shipping Address</StepHeading>
      {addresses.length === 0 ? (
        <div className="mt-6 grid justify-items-center gap-5 rounded-md bg-surface-muted px-4 py-10 text-center">
          <p className="text-lg">No saved addresses</p>
          <Button onClick={add}>Add Address</Button>
        </div>
      ) : (
        <>
          <fieldset className="mt-4 grid min-w-0 grid-cols-1 gap-3">
            <legend className="sr-only">Choose an address</legend>
            {addresses.map((address) => (
              <div key={address.id} className="relative">
                <RadioCard
                  name="address"
                  value={address.id}
                  data-address={address.id}
                  checked={address.id === chosen?.id}
                  onChange={() => onChoose(address)}
                >
                  {/* Beside the button. */}
                  <span className="block pr-[calc(2.25rem+--spacing(5))] font-semibold text-foreground">
                    {address.full_name}
                  </span>
                  <span className="block text-sm">{address.phone}</span>
                  <span className="block text-sm">{address.address_line1}</span>
                  <span className="block text-sm">{placeLine(address)}</span>
                </RadioCard>
                {address.id === chosen?.id && (
                  <Button
                    tone="quiet"
                    className="absolute top-1.5 right-1 px-4!"
                    aria-label={`Edit address of ${address.full_name}, ${address.city}`}
                    onClick={() => onEdit(address)}
                  >
                    Edit
                  </Button>
                )}
              </div>
            ))}
          </fieldset>
          <Button tone="quiet" className="mt-3" onClick={add}>
            <Icon name="plus" />
            Add New Address
          </Button>
        </>
      )}
    </Card>
  );
}

type StepHeadingProps = {
  /** Takes the focus when the step changes; not on page load, where the focus starts at the top. */
  focus: boolean;
  children: ReactNode;
};

/** The heading of a checkout step. */
export function StepHeading({ focus, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
      {children}
    </h2>
  );
}
