import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useRecentFactor } from './recent-factor.tsx';
import { useWrite } from './use-write.ts';

type ConfirmDialogProps = {
  open: boolean;
  /** The question. */
  title: string;
  /** What the verb will do. */
  children: ReactNode;
  /** The form for the second factor, shown instead of the dialog's own content. */
  step?: ReactNode;
  /** Label of the button that cancels. */
  keep: string;
  /** Label of the button that confirms. */
  verb: string;
  /** Its label while the action runs. */
  busy?: false | string;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks for a confirmation before an action. */
export function ConfirmDialog({ open, title, step, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={rest.onClose}>
      {step || <Confirmation {...rest} />}
    </Dialog>
  );
}

type ConfirmationProps = Omit<ConfirmDialogProps, 'open' | 'title' | 'step'> & {
  /** Whether something is still missing. */
  disabled?: boolean;
};

/** The content of a dialog that asks for a confirmation. */
export function Confirmation(props: ConfirmationProps) {
  const { children, keep, verb, busy = false, disabled = false, onClose, onConfirm } = props;
  return (
    <>
      {children}
      <div className="dialog-actions mt-6">
        <Button tone="quiet" onClick={onClose}>
          {keep}
        </Button>
        <Button busy={busy} disabled={disabled} onClick={onConfirm}>
          {verb}
        </Button>
      </div>
    </>
  );
}

type ConfirmButtonProps = {
  /** The button that opens the dialog. */
  button: ComponentProps<typeof Button>;
  title: string;
  children: ReactNode;
  keep: string;
  verb: string;
  /** The verb's label while it runs. */
  busy?: string;
  /** May require a recent second factor. */
  work: () => Promise<unknown>;
  /** The toast's title after a failure, and after one without a response. */
  failed: string;
  lost?: string;
  onFailure?: (error: unknown) => unknown;
};

/** A button whose action is confirmed in a dialog. The dialog closes after a failure, too: it would cover the toast. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { button, work, failed, lost, onFailure, busy: label = 'Working...', ...dialog } = props;
  const [open, setOpen] = useState(false);
  const { withRecentFactor, step } = useRecentFactor(open);
  const { write, busy } = useWrite({ failed, lost, onFailure });
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      <ConfirmDialog
        {...dialog}
        open={open}
        step={step}
        busy={busy && label}
        onClose={close}
        onConfirm={() => void write(() => withRecentFactor(work)).then(close)}
      />
    </>
  );
}
