import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type ComingBackDialogProps = {
  open: boolean;
  /** 'Are 20 orders coming back?' */
  title: string;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks once more: its button stands beside 'Delivered', and one press would turn back a whole page of parcels. */
export function ComingBackDialog({ open, title, busy, onClose, onConfirm }: ComingBackDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <p>
        The courier could not deliver and brings back what was sent. The shoppers see that on their
        orders, without a mail. This can be undone.
      </p>
      <div className="dialog-actions mt-6">
        <Button tone="quiet" onClick={onClose}>
          Not coming back
        </Button>
        <Button busy={busy && 'Saving...'} onClick={onConfirm}>
          Coming back
        </Button>
      </div>
    </Dialog>
  );
}
