import {
  type ComponentProps,
  type FocusEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';
import type { ButtonTone } from '#app/ui/button.tsx';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { DraftNote } from './draft/draft-note.tsx';

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
