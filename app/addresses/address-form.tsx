import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '#app/shell/failure.ts';
import { markRefusedFields } from '#app/shell/refused-fields.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { type Address, AddressForm as Schema } from '#contract/addresses.ts';
import { DEFAULT_COUNTRY } from '#domain/address.ts';
import { AddressFields, type AddressValues } from './address-fields.tsx';
import { saveAddress } from './use-addresses.ts';

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
  const form = useForm<AddressValues, unknown, Schema>({
    resolver: zodResolver(Schema),
    defaultValues: startingValues(address),
  });
  const { isSubmitting } = form.formState;

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
      <AddressFields form={form} saved={address} />
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
      <div className="dialog-actions sm:col-span-2">
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

function startingValues(address: Address | undefined): AddressValues {
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
