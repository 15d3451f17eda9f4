import { Dialog } from '#app/ui/dialog.tsx';
import type { Address } from '#contract/addresses.ts';
import { AddressForm } from './address-form.tsx';

type AddressDialogProps = {
  /** The address to change, 'new' for one more, or null while the dialog is closed. */
  editing: Address | 'new' | null;
  onClose: () => void;
  onSaved?: (address: Address) => void;
};

/** Where addresses are written and changed, on the account's page and in the checkout. */
export function AddressDialog({ editing, onClose, onSaved }: AddressDialogProps) {
  const address = editing === 'new' || editing === null ? undefined : editing;
  return (
    <Dialog
      title={address ? 'Edit Address' : 'Add New Address'}
      open={editing !== null}
      onClose={onClose}
    >
      <AddressForm
        address={address}
        onCancel={onClose}
        onSaved={(saved) => {
          onClose();
          onSaved?.(saved);
        }}
      />
    </Dialog>
  );
}
