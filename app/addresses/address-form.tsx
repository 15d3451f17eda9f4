import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { messageOf } from '#app/shell/failure.ts';
import { markRefusedFields } from '#app/shell/refused-fields.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { type Address, AddressForm as Schema } from '#contract/addresses.ts';
import { DEFAULT_COUNTRY } from '#domain/address.ts';
import { isIndia, StateField } from './state-field.tsx';
import { saveAddress } from './use-addresses.ts';

type Values = z.input<typeof Schema>;

const NAMES = [
  'full_name',
  'phone',
  'address_line1',
  'address_line2',
  'postal_code',
  'city',
  'state',
  'country',
] as const;

type AddressFormProps = {
  /** The address to change; without one a new address is saved. */
  address?: Address | undefined;
  onSaved: (address: Address) => void;
  onCancel: () => void;
};

/** An address to write or to change. Nothing typed is lost when saving fails. */
export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const [failure, setFailure] = useState('');
  const form = useForm<Values, unknown, Schema>({
    resolver: zodResolver(Schema),
    defaultValues: startingValues(address),
  });
  const { errors, isSubmitting } = form.formState;
  const country = form.watch('country') ?? '';

  async function save(values: Schema) {
    setFailure('');
    try {
      const saved = await saveAddress(values, address);
      showToast(
        address
          ? {
              title: 'Address updated',
              description: 'Your address has been updated successfully.',
            }
          : { title: 'Address added', description: 'Your address has been added successfully.' },
      );
      onSaved(saved);
    } catch (error) {
      // Said in the dialog too: what lies beneath one is out of reach for a screen reader.
      setFailure(messageOf(error));
      showToast({ title: 'Error', description: messageOf(error), tone: 'destructive' });
      markRefusedFields(form, NAMES, error);
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(save)} className="grid gap-5 sm:grid-cols-2">
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
        saved={address?.state ?? ''}
        error={errors.state?.message}
      />
      <Field
        label="Country"
        required
        autoComplete="shipping country-name"
        error={errors.country?.message}
        {...form.register('country')}
      />
      <Checkbox
        label="Set as default address"
        className="sm:col-span-2"
        {...form.register('is_default')}
      />
      {failure && (
        <p role="alert" className="font-medium text-danger sm:col-span-2">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3 sm:col-span-2">
        <Button tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting && 'Saving...'}>
          Save Address
        </Button>
      </div>
    </form>
  );
}

function startingValues(address: Address | undefined): Values {
  return {
    full_name: address?.full_name ?? '',
    phone: address?.phone ?? '',
    address_line1: address?.address_line1 ?? '',
    address_line2: address?.address_line2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postal_code: address?.postal_code ?? '',
    country: address?.country ?? DEFAULT_COUNTRY,
    is_default: address?.is_default ?? false,
  };
}
