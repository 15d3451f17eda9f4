import { Field } from '#app/ui/field.tsx';
import type { Address } from '#contract/addresses.ts';
import type { AddressForm } from './address-values.ts';
import { isIndia, StateField } from './state-field.tsx';
import { usePinPlace } from './use-pin-place.ts';

type AddressFieldsProps = {
  form: AddressForm;
  /** The address that is being edited, if any. */
  saved: Pick<Address, 'state'> | undefined;
  /** False for somebody else's address: the browser would offer one's own. */
  autofill?: boolean;
};

/** The fields of an address. The PIN code comes before the address lines because it fills in city and state. */
export function AddressFields({ form, saved, autofill = true }: AddressFieldsProps) {
  const { errors } = form.formState;
  const country = form.watch('country') ?? '';
  const place = usePinPlace(form);
  const own = (part: string) => (autofill ? `shipping ${part}` : 'off');
  return (
    <>
      <Field
        label="Full Name"
        enterKeyHint="next"
        required
        autoComplete={own('name')}
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
        autoComplete={own('tel')}
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
        autoComplete={own('postal-code')}
        className="sm:col-span-2"
        error={errors.postal_code?.message}
        {...form.register('postal_code', {
          onChange: ({ target }) => place.onPinInput(target.value),
        })}
      />
      <p role="status" className="sr-only">
        {place.announcement}
      </p>
      <Field
        label="Address Line 1"
        enterKeyHint="next"
        required
        autoComplete={own('address-line1')}
        placeholder="House number, street"
        className="sm:col-span-4"
        error={errors.address_line1?.message}
        {...form.register('address_line1')}
      />
      <Field
        label="Address Line 2"
        enterKeyHint="next"
        autoComplete={own('address-line2')}
        placeholder="Locality, landmark"
        className="sm:col-span-6"
        error={errors.address_line2?.message}
        {...form.register('address_line2')}
      />
      <Field
        label="City"
        enterKeyHint="next"
        required
        autoComplete={own('address-level2')}
        className="sm:col-span-3"
        error={errors.city?.message}
        {...form.register('city', { onChange: () => place.onEdited('city') })}
      />
      <StateField
        field={form.register('state', { onChange: () => place.onEdited('state') })}
        country={country}
        saved={saved?.state ?? ''}
        autoComplete={own('address-level1')}
        error={errors.state?.message}
      />
      <Field
        label="Country"
        required
        enterKeyHint="go"
        className="sm:col-span-3"
        autoComplete={own('country-name')}
        error={errors.country?.message}
        {...form.register('country')}
      />
    </>
  );
}
