import { useEffect, useLayoutEffect, useRef } from 'react';
import { refreshProfile } from '#app/account/profile/use-profile.ts';
import { useDownloaded } from '#app/shell/document/use-downloaded.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Address } from '#contract/addresses.ts';
import type { AddressDefaults } from './address-form.tsx';

type AddressDialogProps = {
  /** The address to edit, 'new' to add one, or null while the dialog is closed. */
  editing: Address | 'new' | null;
  defaults: AddressDefaults;
  onClose: () => void;
  onSaved?: (address: Address) => void;
};

/**
 * Dialog that adds and edits addresses, for the account page and the checkout. After saving, the focus moves to the element
 * whose `data-address` is the id of the address: the button that opened the dialog may no longer exist.
 */
export function AddressDialog({ editing, defaults, onClose, onSaved }: AddressDialogProps) {
  const saved = useRef<string>(null);
  // Runs after every render, because the reloaded list may be rendered before or after the dialog closes.
  useEffect(() => {
    if (editing !== null || saved.current === null) return;
    const element = document.querySelector<HTMLElement>(`[data-address="${saved.current}"]`);
    if (!element) return;
    element.focus();
    saved.current = null;
  });
  const latestEditing = useRef(editing);
  useLayoutEffect(() => {
    latestEditing.current = editing;
  });
  const open = editing !== null;
  const Form = useDownloaded(downloadForm, { open, willNeed: defaults.isFirst, onClose });
  const address = editing === 'new' || editing === null ? undefined : editing;
  return (
    <Dialog
      title={address ? 'Edit Address' : 'Add New Address'}
      open={open}
      onClose={onClose}
      loading={!Form}
    >
      {Form && (
        <Form
          address={address}
          defaults={defaults}
          onCancel={onClose}
          onSaved={(savedAddress) => {
            void refreshProfile();
            if (latestEditing.current !== editing) return; // the dialog was closed while saving, and another may be open
            saved.current = savedAddress.id;
            onClose();
            onSaved?.(savedAddress);
          }}
        />
      )}
    </Dialog>
  );
}

/** Its validation is 25 kB, which a shopper who only selects a saved address does not need. */
const downloadForm = () => import('./address-form.tsx').then(({ AddressForm }) => AddressForm);
