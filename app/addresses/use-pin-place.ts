import { useRef, useState } from 'react';
import type { AddressForm } from './address-fields.tsx';
import { type PinPlace, placeOfPin } from './pin-codes.ts';
import { isIndia } from './state-field.tsx';

const PARTS = ['city', 'state'] as const;

/**
 * Fills in city and state from the PIN code as it is typed. What the shopper has chosen is never touched, also not by
 * another PIN code.
 */
export function usePinPlace(form: AddressForm) {
  // What stands in a field only because of the PIN code.
  const filledIn = useRef<PinPlace>({});
  const [told, setTold] = useState('');

  function onPin(pin: string) {
    if (!isIndia(form.getValues('country') ?? '')) return;
    const place = placeOfPin(pin);
    const isWhole = pin.replace(/\s/g, '').length === 6;
    for (const part of PARTS) {
      const value = form.getValues(part);
      if (value !== '' && value !== filledIn.current[part]) continue;
      // Half a code that tells nothing leaves what the code before has told.
      if (!place[part] && !isWhole) continue;
      filledIn.current[part] = place[part];
      form.setValue(part, place[part] ?? '', {
        shouldValidate: form.getFieldState(part).invalid,
      });
    }
    setTold(
      PARTS.map((part) => filledIn.current[part])
        .filter(Boolean)
        .join(', '),
    );
  }

  return {
    onPin,
    /** The shopper has changed this part. */
    onOwn(part: (typeof PARTS)[number]) {
      filledIn.current[part] = undefined;
    },
    /** What has been filled in, for those who do not see it happen. */
    told: told && `Filled in from the postal code: ${told}`,
  };
}
