import { useRef, useState } from 'react';
import { type PinPlace, placeOfPin } from '#domain/pin-codes.ts';
import { compactCode } from '#domain/text.ts';
import type { AddressForm } from './address-values.ts';
import { isIndia } from './state-field.tsx';

const PARTS = ['city', 'state'] as const;

/**
 * Fills in city and state from the PIN code while it is typed. Never replaces what the shopper has entered, also not
 * when the PIN code changes.
 */
export function usePinPlace(form: AddressForm) {
  // The values that were filled in from the PIN code.
  const filledIn = useRef<PinPlace>({});
  const [announcement, setAnnouncement] = useState('');

  function onPinInput(pin: string) {
    if (!isIndia(form.getValues('country') ?? '')) return;
    const place = placeOfPin(pin);
    const isWhole = compactCode(pin).length === 6;
    for (const part of PARTS) {
      const value = form.getValues(part);
      if (value !== '' && value !== filledIn.current[part]) continue;
      // A partial PIN code that matches nothing keeps what the previous one has filled in.
      if (!place[part] && !isWhole) continue;
      filledIn.current[part] = place[part];
      form.setValue(part, place[part] ?? '', {
        shouldValidate: form.getFieldState(part).invalid,
      });
    }
    setAnnouncement(
      PARTS.map((part) => filledIn.current[part])
        .filter(Boolean)
        .join(', '),
    );
  }

  return {
    onPinInput,
    /** The shopper has edited this field. */
    onEdited(part: (typeof PARTS)[number]) {
      filledIn.current[part] = undefined;
    },
    /** What was filled in, for screen readers. */
    announcement: announcement && `Filled in from the postal code: ${announcement}`,
  };
}
