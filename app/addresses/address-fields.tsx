import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { Field } from '#app/ui/field.tsx';
import type { Address, AddressForm } from '#contract/addresses.ts';
import { isIndia, StateField } from './state-field.tsx';

/** An address as it stands in the form, before it is checked. */
export type AddressValues = z.input<typeof AddressForm>;

type AddressFieldsProps = {
  form: UseFormReturn<AddressValues, unknown, AddressForm>;
  /** The address that is being changed, if one is. */
  saved: Address | undefined;
};

/** The parts of an address, in the order Indian shoppers write them: the PIN code tells city and state. */
export function AddressFields({ form, saved }: AddressFieldsProps) {
  const { errors } = form.formState;
  const country = form.watch('country') ?? '';
  return (
    <>
      <Field
        label="Full Name"
        required
        autoComplete="shipping name"
        className="sm:col-span-2"
        error={errors.full_name?.message}
        {...form.register('full_name')}
      />
      <Field
        label="Phone Number"
        required
        type="tel"
        inputMode="tel"
        autoComplete="shipping tel"
        hint="For the courier only"
        className="sm:col-span-2"
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      <Field
        label="Address Line 1"
        required
        autoComplete="shipping address-line1"
        placeholder="House number, street"
        className="sm:col-span-2"
        error={errors.address_line1?.message}
        {...form.register('address_line1')}
      />
      <Field
        label="Address Line 2"
        autoComplete="shipping address-line2"
        placeholder="Locality, landmark"
        className="sm:col-span-2"
        error={errors.address_line2?.message}
        {...form.register('address_line2')}
      />
      <Field
        label="Postal Code"
        required
        inputMode={isIndia(country) ? 'numeric' : 'text'}
        autoComplete="shipping postal-code"
        error={errors.postal_code?.message}
        {...form.register('postal_code')}
      />
      <Field
        label="City"
        required
        autoComplete="shipping address-level2"
        error={errors.city?.message}
        {...form.register('city')}
      />
      <StateField
        field={form.register('state')}
        country={country}
        saved={saved?.state ?? ''}
        error={errors.state?.message}
      />
      <Field
        label="Country"
        required
        autoComplete="shipping country-name"
        error={errors.country?.message}
        {...form.register('country')}
      />
    </>
  );
}
