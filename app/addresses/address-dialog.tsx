import { useEffect, useLayoutEffect, useRef } from 'react';
import { refreshProfile } from '#app/account/profile/use-profile.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Address } from '#contract/addresses.ts';
import type { NewAddress } from './address-form.tsx';
import { useAddressForm } from './use-address-form.ts';

type AddressDialogProps = {
  /** The address to edit, 'new' to add one, or null while the dialog is closed. */
  editing: Address | 'new' | null;
  beginning: NewAddress;
  onClose: () => void;
  onSaved?: (address: Address) => void;
};

/**
 * Dialog that adds and edits addresses, used by the account page and the checkout. It opens as soon as its form has been
 * downloaded. After saving, the focus goes to the
 * element whose `data-address` is the address's id: the button that opened the dialog may be gone.
 */
export function AddressDialog({ editing, beginning, onClose, onSaved }: AddressDialogProps) {
  const saved = useRef<string>(null);
  // Runs after every render: the list may arrive before or after the dialog closes.
  useEffect(() => {
    if (editing !== null || saved.current === null) return;
    const place = document.querySelector<HTMLElement>(`[data-address="${saved.current}"]`);
    if (!place) return;
    place.focus();
    saved.current = null;
  });
  const shown = useRef(editing);
  useLayoutEffect(() => {
    shown.current = editing;
  });
  const Form = useAddressForm({ open: editing !== null, soon: beginning.isFirst, onClose });
  if (!Form) return null;
  const address = editing === 'new' || editing === null ? undefined : editing;
  return (
    <Dialog
      title={address ? 'Edit Address' : 'Add New Address'}
      open={editing !== null}
      onClose={onClose}
    >
      <Form
        address={address}
        beginning={beginning}
        onCancel={onClose}
        onSaved={(written) => {
          void refreshProfile();
          if (shown.current !== editing) return; // closed while saving, and another may be open
          saved.current = written.id;
          onClose();
          onSaved?.(written);
        }}
      />
    </Dialog>
  );
}
