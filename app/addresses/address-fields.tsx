import { useRef, useState } from 'react';
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { Field, SelectField } from '#app/ui/field.tsx';
import type { Address, AddressForm as Schema } from '#contract/addresses.ts';
import { DEFAULT_COUNTRY } from '#domain/address.ts';
import { INDIAN_STATES, type PinPlace, placeOfPin } from '#domain/pin-codes.ts';
import { compactCode } from '#domain/text.ts';

const PARTS = ['city', 'state'] as const;

type AddressFieldsProps = {
  form: AddressForm;
  /** The address that is being edited, if any. */
  saved: Pick<Address, 'state'> | undefined;
  /** False for another person's address, for which the browser would suggest the user's own. */
  autofill?: boolean;
};

/** The fields of an address. The PIN code comes before the address lines because it fills in city and state. */
export function AddressFields({ form, saved, autofill = true }: AddressFieldsProps) {
  const { errors } = form.formState;
  const country = form.watch('country') ?? '';
  const pinFill = usePinPlace(form);
  const autoCompleteOf = (part: string) => (autofill ? `shipping ${part}` : 'off');
  return (
    <>
      <Field
        label="Full Name"
        enterKeyHint="next"
        required
        autoComplete={autoCompleteOf('name')}
        className="sm:col-span-3"
        error={errors.full_name?.message}
        {...form.register('full_name')}
      />
      <Field
        label="Phone Number"
        enterKeyHint="next"
        required
        type="tel"
        inputMode="tel"
        autoComplete={autoCompleteOf('tel')}
        hint={autofill ? 'For the courier only' : undefined}
        className="sm:col-span-3"
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      <Field
        label="Postal Code"
        required
        inputMode={isIndia(country) ? 'numeric' : 'text'}
        enterKeyHint="next"
        autoComplete={autoCompleteOf('postal-code')}
        className="sm:col-span-2"
        error={errors.postal_code?.message}
        {...form.register('postal_code', {
          onChange: ({ target }) => pinFill.onPinInput(target.value),
        })}
      />
      <p role="status" className="sr-only">
        {pinFill.announcement}
      </p>
      <Field
        label="Address Line 1"
        enterKeyHint="next"
        required
        autoComplete={autoCompleteOf('address-line1')}
        placeholder="House number, street"
        className="sm:col-span-4"
        error={errors.address_line1?.message}
        {...form.register('address_line1')}
      />
      <Field
        label="Address Line 2"
        enterKeyHint="next"
        autoComplete={autoCompleteOf('address-line2')}
        placeholder="Locality, landmark"
        className="sm:col-span-6"
        error={errors.address_line2?.message}
        {...form.register('address_line2')}
      />
      <Field
        label="City"
        enterKeyHint="next"
        required
        autoComplete={autoCompleteOf('address-level2')}
        className="sm:col-span-3"
        error={errors.city?.message}
        {...form.register('city', { onChange: () => pinFill.onEdited('city') })}
      />
      <StateField
        field={form.register('state', { onChange: () => pinFill.onEdited('state') })}
        country={country}
        saved={saved?.state ?? ''}
        autoComplete={autoCompleteOf('address-level1')}
        error={errors.state?.message}
      />
      <Field
        label="Country"
        required
        enterKeyHint="go"
        className="sm:col-span-3"
        autoComplete={autoCompleteOf('country-name')}
        error={errors.country?.message}
        {...form.register('country')}
      />
    </>
  );
}

/**
 * Fills in city and state from the PIN code while it is typed. Never replaces what the shopper has entered, also not
 * when the PIN code changes.
 */
function usePinPlace(form: AddressForm) {
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

type StateFieldProps = {
  field: UseFormRegisterReturn;
  /** The country as typed so far, and the state as saved. */
  country: string;
  saved: string;
  error: string | undefined;
  autoComplete: string;
};

/** The state: a select of India's states, or free text for another country. */
function StateField({ field, country, saved, error, autoComplete }: StateFieldProps) {
  const shared = {
    ...field,
    label: 'State',
    className: 'sm:col-span-3',
    required: true,
    error,
    autoComplete,
  };
  if (!isIndia(country)) return <Field {...shared} />;

  // Keeps a saved state that the list spells differently.
  const names = saved && !INDIAN_STATES.includes(saved) ? [saved, ...INDIAN_STATES] : INDIAN_STATES;
  return (
    <SelectField
      {...shared}
      options={[
        { value: '', label: 'Select a state' },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
    />
  );
}

/** Whether a country, as typed, is India. */
function isIndia(country: string): boolean {
  return country.trim().toLowerCase() === DEFAULT_COUNTRY.toLowerCase();
}

/** An address as typed in the form, not validated yet. */
export type AddressValues = z.input<typeof Schema>;

/** Form type: what the fields hold, and the validated address that is sent. */
export type AddressForm = UseFormReturn<AddressValues, unknown, Schema>;
