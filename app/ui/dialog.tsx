import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

type DialogProps = {
  title: string;
  open: boolean;
  /** Called on Escape, the close button, or by the form inside; the owner then sets `open` to false. */
  onClose: () => void;
  /** Whether the content is still being downloaded: the dialog is open, and waits for it. */
  loading?: boolean;
  children: ReactNode;
};

/**
 * A modal dialog: the browser's own, which traps the focus, closes on Escape and returns the focus to what opened it. A
 * click on the backdrop does nothing, so that a half-filled form is not lost by accident.
 */
export function Dialog({ title, open, onClose, loading = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (open) openAtTop(dialog.current);
    else dialog.current?.close();
  }, [open]);
  useEffect(() => {
    if (open && !loading) focusFirstField(dialog.current);
  }, [open, loading]);

  function closed() {
    // The browser reports a closing in a later task: meanwhile the dialog may have been opened again.
    if (!dialog.current?.open) onClose();
  }

  return (
    <dialog
      ref={dialog}
      onClose={closed}
      aria-labelledby={titleId}
      className="m-auto max-h-[calc(100dvh---spacing(8))] w-[calc(100%---spacing(8))] max-w-xl dialog-scroll rounded-lg bg-surface text-body shadow-float backdrop:bg-inverse/55"
    >
      {open && (
        <div className="dialog-body">
          <div className="mb-6 flex items-start justify-between gap-4">
            <h2 id={titleId} className="text-2xl">
              {title}
            </h2>
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-surface-accent hover:text-foreground"
            >
              <Icon name="close" />
            </button>
          </div>
          {loading ? <Spinner label="Loading..." /> : children}
        </div>
      )}
    </dialog>
  );
}

/** Without this the browser would show the dialog scrolled to where it was when it was closed. */
function openAtTop(dialog: HTMLDialogElement | null) {
  dialog?.showModal();
  dialog?.scrollTo(0, 0);
}

function focusFirstField(dialog: HTMLDialogElement | null) {
  if (!dialog) return;
  const field = dialog.querySelector<HTMLElement>('[autofocus]') ?? firstField(dialog);
  field?.focus({ preventScroll: true });
  document.activeElement?.scrollIntoView({ block: 'nearest' });
}

/** What the dialog asks for first. The browser would focus its first control, which is the button that closes it. */
function firstField(dialog: HTMLDialogElement): HTMLElement | undefined {
  return [...dialog.querySelectorAll<HTMLElement>(FIELDS)].find(
    (field) => field.offsetParent !== null && !field.matches(':disabled'),
  );
}

/** A checkbox asks nothing: it has its answer already. */
const FIELDS = 'input:not([type="checkbox"]), select, textarea';
