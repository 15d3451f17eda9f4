import {
  type ComponentProps,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';
import { CompactButton } from '#app/admin/buttons.tsx';
import { Button, type ButtonTone } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { formatDateTime } from '#domain/day.ts';
import type { Changes } from './draft.ts';

type AdminFormProps = {
  onSubmit: () => unknown;
  /** Whether it is being sent. */
  busy: boolean;
  /** Why it was not saved, above the buttons. */
  failure?: string;
  /** Its draft, with a note if one was restored. */
  draft?: { restored: number | null; forget: () => void };
  /** Above the note. */
  head?: ReactNode;
  /** The label of the button that sends it, and the one while it is sent. */
  submit: ReactNode;
  submitting?: string;
  tone?: ButtonTone;
  /** Whether there is nothing to send yet. */
  disabled?: boolean;
  /** Another button beside it. */
  cancel?: { label: string; onClick: () => void };
  /** Further buttons. */
  more?: ReactNode;
  /** Whether it is in a dialog; otherwise it is a panel of the page. */
  inDialog?: boolean;
  className?: string;
  'aria-label'?: string;
  children?: ReactNode;
};

/** A form of the admin: fields, what is wrong, and the buttons. */
export function AdminForm(props: AdminFormProps) {
  const { onSubmit, busy, failure, draft, head, cancel, more, inDialog, children } = props;
  return (
    <PlainForm
      aria-label={props['aria-label']}
      onSubmit={onSubmit}
      className={props.className ?? (inDialog ? 'grid gap-5' : 'panel grid gap-4')}
    >
      {head}
      {draft && <DraftNote restored={draft.restored} onClear={draft.forget} />}
      <FormFields saving={busy}>{children}</FormFields>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className={inDialog ? 'dialog-actions' : 'flex flex-wrap gap-3'}>
        <Button
          type="submit"
          tone={props.tone ?? 'primary'}
          disabled={props.disabled ?? false}
          busy={busy && (props.submitting ?? 'Saving...')}
        >
          {props.submit}
        </Button>
        {cancel && (
          <Button tone="quiet" onClick={cancel.onClick}>
            {cancel.label}
          </Button>
        )}
        {more}
      </div>
    </PlainForm>
  );
}

type PlainFormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & Pick<AdminFormProps, 'onSubmit'>;

/** A form without buttons of its own. Sending it focuses the first field that is then marked as invalid. */
export function PlainForm({ onSubmit, ...rest }: PlainFormProps) {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        focusInvalid(event.currentTarget);
      }}
    />
  );
}

/** The errors are rendered by the next frame. */
function focusInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/**
 * The fields of a form, disabled while it is being saved: what is typed then would be dropped with the draft, or look
 * as if it were saved. Browsers remove the focus from a field that becomes disabled; this restores it afterwards.
 */
export function FormFields({ saving, children }: { saving: boolean; children: ReactNode }) {
  const focused = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (saving) return;
    // Only if the browser has reset the focus to the page or the dialog, and the user has not moved it.
    if (document.activeElement?.contains(focused.current))
      focused.current?.focus({ preventScroll: true });
    else focused.current = null;
  }, [saving]);

  function forgetFocus({ currentTarget }: FocusEvent<HTMLFieldSetElement>) {
    // A blur because of disabling moves the focus nowhere, and is ignored.
    if (!currentTarget.disabled) focused.current = null;
  }

  return (
    <fieldset
      disabled={saving}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onBlur={forgetFocus}
      className="contents"
    >
      {children}
    </fieldset>
  );
}

type DraftNoteProps = {
  /** When the draft was typed, in milliseconds; null if none was restored: then nothing is shown. */
  restored: number | null;
  onClear: () => void;
  /** More about the draft. */
  children?: ReactNode;
  className?: string;
};

/** A note above a form that says that a draft was restored, with a button that clears it. */
export function DraftNote({ restored, onClear, children, className = '' }: DraftNoteProps) {
  if (restored === null) return null;
  function clear({ currentTarget }: MouseEvent) {
    onClear();
    // The button is removed, and would lose the focus.
    currentTarget.closest('form')?.querySelector<HTMLElement>('input, textarea')?.focus();
  }
  return (
    <div className={`-my-2 flex flex-wrap items-center gap-x-1 text-sm text-muted ${className}`}>
      <p role="status">
        Draft from {formatDateTime(new Date(restored).toISOString())} restored. {children}
      </p>
      <CompactButton onClick={clear}>Clear</CompactButton>
    </div>
  );
}

type ConflictNoticeProps = {
  changes: Changes;
  /** The labels of the form's fields. */
  names: Record<string, string>;
};

/** Above the save button of a form whose save was refused: what somebody else has saved since it was opened. */
export function ConflictNotice({ changes, names }: ConflictNoticeProps) {
  const changed = Object.entries(changes);
  if (changed.length === 0) return null;
  return (
    <div
      // After its alert, which alone would be brought into view: with the save button below it, above a phone's bar.
      ref={bringIntoView}
      className="grid scroll-mb-36 gap-3 rounded-md border border-danger p-4"
    >
      <InlineAlert>Not saved: somebody else has changed this in the meantime.</InlineAlert>
      <dl className="grid gap-3">
        {changed.map(([field, saved]) => (
          <div key={field}>
            <dt className="font-medium text-foreground">{names[field]}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{inWords(saved) || 'nothing'}</dd>
          </div>
        ))}
      </dl>
      <p>Save again to replace it with what is here.</p>
    </div>
  );
}

function bringIntoView(notice: HTMLElement | null) {
  notice?.scrollIntoView({ block: 'nearest' });
}

/** A value as text, with a line for each row of a list. */
function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(inWords).join('\n');
  if (typeof value === 'object' && value !== null)
    return Object.values(value).map(inWords).filter(Boolean).join(' · ');
  const text = String(value ?? '');
  return text.startsWith('/pictures/') ? 'a picture' : text;
}
