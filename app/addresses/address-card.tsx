import { useState } from 'react';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { showError, showToast } from '#app/ui/toast.tsx';
import type { Address } from '#contract/addresses.ts';
import { addressLines } from '#domain/address.ts';
import { deleteAddress } from './use-addresses.ts';

type AddressCardProps = { address: Address; onEdit: () => void; onDeleted: () => void };

/** A saved address with buttons to edit, delete or make it the default. */
export function AddressCard({ address, onEdit, onDeleted }: AddressCardProps) {
  const [deleting, setDeleting] = useState(false);

  async function remove() {
    setDeleting(true);
    try {
      await deleteAddress(address.id);
      showToast({
        title: 'Address deleted',
        description: 'Your address has been deleted successfully.',
      });
      onDeleted();
    } catch (error) {
      showError(messageOf(error));
      setDeleting(false);
    }
  }

  return (
    <Card className="flex flex-col">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-text text-base font-semibold tracking-normal">{address.full_name}</h3>
        {address.is_default && <Badge tone="indigo">Default</Badge>}
      </div>
      <p className="mt-1 text-sm text-muted">{address.phone}</p>
      <address className="mt-3 flex-1 text-sm whitespace-pre-line not-italic">
        {addressLines(address).join('\n')}
      </address>
      <div className="mt-4 -mb-2 -ml-4 flex gap-1">
        <Button
          tone="quiet"
          className="px-4!"
          data-address={address.id}
          aria-label={`Edit address of ${address.full_name}, ${address.city}`}
          onClick={onEdit}
        >
          Edit
        </Button>
        <Button
          tone="quiet"
          className="px-4! text-danger!"
          aria-label={`Delete address of ${address.full_name}, ${address.city}`}
          busy={deleting && 'Deleting...'}
          onClick={remove}
        >
          Delete
        </Button>
      </div>
    </Card>
  );
}
