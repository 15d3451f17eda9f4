import type { ComponentProps, Ref } from 'react';
import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { Button } from './button.tsx';
import { ENTER_TO_NEXT_FIELD } from './enter-to-next-field.ts';
import { InlineAlert } from './inline-alert.tsx';

type FormProps = ComponentProps<'form'> & {
  /** The label of the button that sends it, and the one while it is sent. */
  submit: string;
  busy: string | false;
  /** Why it was not sent, above the buttons. */
  failure?: string;
  /** The other button, in a dialog. */
  cancel?: { label?: string; onClick: () => void } | undefined;
  /** Classes and ref of the button that sends it. */
  submitClass?: string;
  submitRef?: Ref<HTMLButtonElement>;
};

/** A form: fields, why it was not sent, and its buttons. */
export function Form(props: FormProps) {
  const { submit, busy, failure, cancel, submitClass, submitRef, children, ...form } = props;
  const button = (
    <Button ref={submitRef} type="submit" busy={busy} className={submitClass}>
      {submit}
    </Button>
  );
  return (
    // POST, so that a form submitted before hydration never puts a password into the URL.
    <form method="post" noValidate {...ENTER_TO_NEXT_FIELD} className="grid gap-5" {...form}>
      {children}
      {failure && <InlineAlert>{failure}</InlineAlert>}
      {cancel ? (
        <div className="dialog-actions">
          <Button tone="quiet" onClick={cancel.onClick}>
            {cancel.label ?? 'Cancel'}
          </Button>
          {button}
        </div>
      ) : (
        button
      )}
    </form>
  );
}

/** The props of a form's field: what registers it, and what is wrong with it. */
export function fieldOf<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: Name,
  options?: RegisterOptions<Values, Name>,
) {
  const { error } = form.getFieldState(name, form.formState);
  return { error: error?.message, ...form.register(name, options) };
}
