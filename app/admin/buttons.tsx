import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { saveFile } from '#app/shell/document/save-file.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { useRecentFactor } from './recent-factor.tsx';
import { useWrite, type WriteOptions } from './use-write.ts';

/** Classes for buttons in lists and bars. `!important`, because the button has sizes already. */
export const COMPACT_BUTTON = 'min-h-11! px-3.5! py-1!';

/** A quiet button of a list or a bar. */
export function CompactButton({ className = '', ...rest }: ComponentProps<typeof Button>) {
  return <Button tone="quiet" {...rest} className={`${COMPACT_BUTTON} ${className}`} />;
}

/** A link that looks like it. */
export function CompactLink({ className = '', ...rest }: ComponentProps<typeof LinkButton>) {
  return <LinkButton tone="quiet" {...rest} className={`${COMPACT_BUTTON} ${className}`} />;
}

/** The props of such a button where another component renders it; `label` names it where its text alone does not. */
export const compact = (children: string, label?: string, more = '') => ({
  tone: 'quiet' as const,
  className: `${COMPACT_BUTTON} ${more}`,
  'aria-label': label,
  children,
});

type WriteButtonProps = Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'> &
  WriteOptions & {
    /** Its label while it works. */
    working?: string;
    work: () => Promise<unknown>;
  };

/** A button that sends something to the server; a toast tells a failure. */
export function WriteButton(props: WriteButtonProps) {
  const { working = 'Saving...', work, failed = 'Not changed', lost, onFailure, ...button } = props;
  const { write, busy } = useWrite({ failed, lost, onFailure });
  return <Button {...button} busy={busy && working} onClick={() => void write(work)} />;
}

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

type CsvButtonProps = { load: () => Promise<{ filename: string; csv: string }> };

/** Saves a list as a CSV file. The server requires a recent second factor and writes the audit log. */
export function CsvButton({ load }: CsvButtonProps) {
  const { withRecentFactor, step, dismiss } = useRecentFactor(true);
  async function save() {
    const { filename, csv } = await withRecentFactor(load);
    saveFile(filename, 'text/csv;charset=utf-8', csv);
  }
  // Also called when the dialog closes because the factor was verified; then there is nothing to cancel.
  const close = () => step && dismiss();
  return (
    <>
      <WriteButton
        tone="secondary"
        className="w-fit"
        work={save}
        failed="Not saved"
        lost="Not saved"
      >
        Save as CSV
      </WriteButton>
      <Dialog title="Your second step" open={step !== null} onClose={close}>
        {step}
      </Dialog>
    </>
  );
}
