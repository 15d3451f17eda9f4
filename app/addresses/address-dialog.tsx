import { useEffect, useRef } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Address } from '#contract/addresses.ts';
import { AddressForm, type NewAddress } from './address-form.tsx';

type AddressDialogProps = {
  /** The address to change, 'new' for one more, or null while the dialog is closed. */
  editing: Address | 'new' | null;
  beginning: NewAddress;
  onClose: () => void;
  onSaved?: (address: Address) => void;
};

/**
 * Where addresses are written and changed, on the account's page and in the checkout. What was saved gets the focus
 * where it stands, the element with its id as `data-address`: what opened the dialog may have gone.
 */
export function AddressDialog({ editing, beginning, onClose, onSaved }: AddressDialogProps) {
  const saved = useRef<string>(null);
  // With every showing: the list may come before the dialog has closed or after.
  useEffect(() => {
    if (editing !== null || saved.current === null) return;
    const place = document.querySelector<HTMLElement>(`[data-address="${saved.current}"]`);
    if (!place) return;
    place.focus();
    saved.current = null;
  });
  const address = editing === 'new' || editing === null ? undefined : editing;
  return (
    <Dialog
      title={address ? 'Edit Address' : 'Add New Address'}
      open={editing !== null}
      onClose={onClose}
    >
      <AddressForm
        address={address}
        beginning={beginning}
        onCancel={onClose}
        onSaved={(written) => {
          saved.current = written.id;
          onClose();
          onSaved?.(written);
        }}
      />
    </Dialog>
  );
}
