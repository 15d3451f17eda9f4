import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { useRecentFactor } from './recent-factor.tsx';
import { useWrite } from './use-write.ts';

type DialogButtonProps = {
  /** The button that opens the dialog. */
  button: ComponentProps<typeof Button>;
  /** Whether the button is not shown any more; the open dialog stays. */
  hidden?: boolean;
  title: string;
  /** The content, which may still be downloaded. */
  children: (close: () => void) => ReactNode;
};

/** A button with the dialog that it opens. */
export function DialogButton({ button, hidden = false, title, children }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      {!hidden && <Button {...button} onClick={() => setOpen(true)} />}
      <Dialog title={title} open={open} onClose={close}>
        <Suspense fallback={<Spinner label="Loading..." />}>{children(close)}</Suspense>
      </Dialog>
    </>
  );
}

type ConfirmationProps = {
  /** What the verb will do. */
  children: ReactNode;
  /** Label of the button that cancels. */
  keep: string;
  /** Label of the button that confirms. */
  verb: string;
  /** Its label while the action runs. */
  busy?: false | string;
  /** Whether something is still missing. */
  disabled?: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** The content of a dialog that asks for a confirmation before an action. */
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

type ConfirmButtonProps = Pick<ConfirmationProps, 'children' | 'keep' | 'verb' | 'disabled'> & {
  /** The button that opens the dialog. */
  button: ComponentProps<typeof Button>;
  title: string;
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
  const {
    button,
    title,
    work,
    failed,
    lost,
    onFailure,
    busy: label = 'Working...',
    ...rest
  } = props;
  const [open, setOpen] = useState(false);
  const { withRecentFactor, step } = useRecentFactor(open);
  const { write, busy } = useWrite({ failed, lost, onFailure });
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      <Dialog title={title} open={open} onClose={close}>
        {step || (
          <Confirmation
            {...rest}
            busy={busy && label}
            onClose={close}
            onConfirm={() => void write(() => withRecentFactor(work)).then(close)}
          />
        )}
      </Dialog>
    </>
  );
}
