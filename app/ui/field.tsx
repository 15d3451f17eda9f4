import type { ReactNode } from 'react';
import { type ComponentPropsWithRef, useId } from 'react';

type Labelled<Tag extends 'input' | 'textarea' | 'select'> = ComponentPropsWithRef<Tag> &
  Pick<FieldFrameProps, 'label' | 'error' | 'hint' | 'warning'>;

/** A text input with its label above and its error below. */
export function Field(props: Labelled<'input'>) {
  const { label, error, hint, warning, id, className, ...input } = props;
  const { frame, control } = useFrame({ id, label, error, hint, warning, className, ...input });
  return (
    <FieldFrame {...frame}>
      <input {...input} {...control} className="field-input" />
    </FieldFrame>
  );
}

/** A textarea; with its label it fits above the keyboard of a phone. With a mouse it fills the room it is given. */
export function TextArea({ label, error, hint, id, className, ...area }: Labelled<'textarea'>) {
  const { frame, control } = useFrame({ id, label, error, hint, className, ...area });
  return (
    <FieldFrame {...frame}>
      <textarea
        rows={5}
        {...area}
        {...control}
        className="field-input pointer-coarse:max-h-[30svh]"
      />
    </FieldFrame>
  );
}

type SelectFieldProps = Labelled<'select'> & {
  options: readonly { value: string; label: string }[];
};

/** A native select. */
export function SelectField(props: SelectFieldProps) {
  const { label, error, hint, warning, id, className, options, ...select } = props;
  const { frame, control } = useFrame({ id, label, error, hint, warning, className, ...select });
  return (
    <FieldFrame {...frame}>
      <select {...select} {...control} className="field-input field-select">
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

type FrameOptions = Omit<FieldFrameProps, 'id' | 'children'> & { id: string | undefined };

/** The props of the frame, and those that tie the control to it. */
function useFrame({ id, label, error, hint, warning, required, className }: FrameOptions) {
  const generated = useId();
  const controlId = id ?? generated;
  return {
    frame: { id: controlId, label, error, hint, warning, required, className },
    control: {
      id: controlId,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy(controlId, { error, hint, warning }),
    },
  };
}

export type FieldFrameProps = {
  /** The id of the control inside. */
  id: string;
  label: ReactNode;
  /** The validation error; the control is then marked invalid and described by it. */
  error?: string | undefined;
  /** A hint. */
  hint?: string | undefined;
  /** What may be wrong: the control stays valid. */
  warning?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** A control between its label and its error. The asterisk is visual only: screen readers get `required`. */
export function FieldFrame({
  id,
  label,
  error,
  hint,
  warning,
  required,
  className = '',
  children,
}: FieldFrameProps) {
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <label htmlFor={id} className="w-fit text-sm font-semibold text-foreground">
        {label}
        {required && (
          <span aria-hidden="true" className="text-danger">
            {' '}
            *
          </span>
        )}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {warning && (
        <p id={`${id}-warning`} className="text-sm font-medium text-tertiary">
          {warning}
        </p>
      )}
      {error && (
        <p ref={showBesideFocus} id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** A refused field is focused before its error is there, which may then be below the window's or a dialog's edge. */
function showBesideFocus(error: HTMLElement | null) {
  const isFocused = error?.parentElement?.contains(document.activeElement);
  if (isFocused) error?.scrollIntoView({ block: 'nearest' });
}

/** The ids of what describes a control, or undefined. */
export function describedBy(
  id: string,
  { error, hint, warning }: Pick<FieldFrameProps, 'error' | 'hint' | 'warning'>,
): string | undefined {
  const ids = [error && `${id}-error`, hint && `${id}-hint`, warning && `${id}-warning`].filter(
    Boolean,
  );
  return ids.length > 0 ? ids.join(' ') : undefined;
}
