import { useRef } from 'react';
import { useProfile } from '#app/account/profile/use-profile.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Loaded } from '#app/shell/api/load-error.tsx';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { showError, showToast } from '#app/ui/toast.tsx';
import type { Address } from '#contract/addresses.ts';
import { addressLines } from '#domain/address.ts';
import { AddressDialog } from './address-dialog.tsx';
import { deleteAddress, useAddresses, useEditedAddress } from './use-addresses.ts';

export function meta() {
  return privateMeta('Saved Addresses');
}

export default function AddressesPage() {
  const addresses = useAddresses();
  const profile = useProfile();
  const [editing, setEditing] = useEditedAddress();
  const heading = useRef<HTMLHeadingElement>(null);

  return (
    <section aria-labelledby="saved-addresses">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h2 id="saved-addresses" ref={heading} tabIndex={-1} className="text-2xl outline-none">
          Saved Addresses
        </h2>
        <Button onClick={() => setEditing('new')}>
          <Icon name="plus" />
          Add Address
        </Button>
      </div>

      <Loaded query={addresses} skeleton={<AddressesSkeleton />}>
        {(loaded) =>
          loaded.length > 0 ? (
            <ul className="grid gap-5 md:grid-cols-2">
              {loaded.map((address) => (
                <li key={address.id} className="grid">
                  <AddressCard
                    address={address}
                    onEdit={() => setEditing(address)}
                    onDeleted={() => heading.current?.focus()}
                  />
                </li>
              ))}
            </ul>
          ) : (
            <Card className="grid justify-items-center gap-5 py-12 text-center">
              <p className="text-lg">No addresses saved yet</p>
              <Button tone="secondary" onClick={() => setEditing('new')}>
                Add Your First Address
              </Button>
            </Card>
          )
        }
      </Loaded>

      <AddressDialog
        editing={editing}
        defaults={{ person: profile.data, isFirst: addresses.data?.length === 0 }}
        onClose={() => setEditing(null)}
      />
    </section>
  );
}

/** Two placeholder cards while the addresses load. */
function AddressesSkeleton() {
  return (
    <Skeleton className="grid gap-5 md:grid-cols-2">
      {['default', 'another'].map((address) => (
        <Card key={address}>
          <SkeletonBlock className="h-6 w-36" />
          <SkeletonBlock className="mt-2 h-4 w-32" />
          <SkeletonBlock className="mt-4 h-4 w-40" />
          <SkeletonBlock className="mt-2 h-4 w-48" />
          <SkeletonBlock className="mt-2 h-4 w-20" />
          <SkeletonBlock className="mt-7 mb-2 h-5 w-32" />
        </Card>
      ))}
    </Skeleton>
  );
}

type AddressCardProps = { address: Address; onEdit: () => void; onDeleted: () => void };

/** A saved address with buttons to edit, delete or make it the default. */
function AddressCard({ address, onEdit, onDeleted }: AddressCardProps) {
  const { write, busy } = useWrite({ tell: (error) => showError(messageOf(error)) });

  async function remove() {
    await deleteAddress(address.id);
    showToast({
      title: 'Address deleted',
      description: 'Your address has been deleted successfully.',
    });
    onDeleted();
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
          busy={busy && 'Deleting...'}
          onClick={() => void write(remove)}
        >
          Delete
        </Button>
      </div>
    </Card>
  );
}
