import { type ComponentPropsWithRef, useId } from 'react';
import { describedBy, FieldFrame, type FieldFrameProps } from './field-frame.tsx';

type Labelled<Tag extends 'input' | 'textarea' | 'select'> = ComponentPropsWithRef<Tag> &
  Pick<FieldFrameProps, 'label' | 'error' | 'hint'>;

/** A text input with its label above and its error below. */
export function Field({ label, error, hint, id, className, ...input }: Labelled<'input'>) {
  const fieldId = useFieldId(id);
  return (
    <FieldFrame {...{ id: fieldId, label, error, hint, required: input.required, className }}>
      <input
        {...input}
        id={fieldId}
        className="field-input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(fieldId, { error, hint })}
      />
    </FieldFrame>
  );
}

/** A textarea; with its label it fits above the keyboard of a phone. With a mouse it fills the room it is given. */
export function TextArea({ label, error, hint, id, className, ...area }: Labelled<'textarea'>) {
  const fieldId = useFieldId(id);
  return (
    <FieldFrame {...{ id: fieldId, label, error, hint, required: area.required, className }}>
      <textarea
        rows={5}
        {...area}
        id={fieldId}
        className="field-input pointer-coarse:max-h-[30svh]"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(fieldId, { error, hint })}
      />
    </FieldFrame>
  );
}

type SelectFieldProps = Labelled<'select'> & {
  options: readonly { value: string; label: string }[];
};

/** A native select. */
export function SelectField({
  label,
  error,
  hint,
  id,
  className,
  options,
  ...select
}: SelectFieldProps) {
  const fieldId = useFieldId(id);
  return (
    <FieldFrame {...{ id: fieldId, label, error, hint, required: select.required, className }}>
      <select
        {...select}
        id={fieldId}
        className="field-input field-select"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(fieldId, { error, hint })}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

function useFieldId(given: string | undefined): string {
  const generated = useId();
  return given ?? generated;
}
