import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';

type ComingBackDialogProps = {
  open: boolean;
  /** 'Are 20 orders coming back?' */
  title: string;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** A confirmation, because the button is beside 'Delivered' and applies to a whole page of parcels. */
export function ComingBackDialog({ busy, ...rest }: ComingBackDialogProps) {
  return (
    <ConfirmDialog {...rest} keep="Not coming back" verb="Coming back" busy={busy && 'Saving...'}>
      <p>
        The courier could not deliver and brings back what was sent. The customers see that on their
        orders, without an email. This can be undone.
      </p>
    </ConfirmDialog>
  );
}
