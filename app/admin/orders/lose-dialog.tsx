import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type LoseDialogProps = {
  open: boolean;
  title: string;
  /** What it does besides, said beforehand. */
  effects: string;
  busy: boolean;
  onClose: () => void;
  onLose: () => void;
};

/** Asks once more: nothing takes it back, and money may go. */
export function LoseDialog({ open, title, effects, busy, onClose, onLose }: LoseDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <p>Nothing goes back into stock. {effects} This cannot be undone.</p>
      <div className="dialog-actions mt-6">
        <Button tone="quiet" onClick={onClose}>
          Not lost
        </Button>
        <Button busy={busy && 'Saving...'} onClick={onLose}>
          Lost
        </Button>
      </div>
    </Dialog>
  );
}
