import { type ComponentPropsWithRef, useId } from 'react';
import { describedBy, FieldFrame, type FieldFrameProps } from './field-frame.tsx';

type Labelled<Tag extends 'input' | 'textarea' | 'select'> = ComponentPropsWithRef<Tag> &
  Pick<FieldFrameProps, 'label' | 'error' | 'hint'>;

/** A text input with its label above and its error below. */
export function Field({ label, error, hint, id, className, ...input }: Labelled<'input'>) {
  const { frame, control } = useFrame({ id, label, error, hint, className, ...input });
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
  const { label, error, hint, id, className, options, ...select } = props;
  const { frame, control } = useFrame({ id, label, error, hint, className, ...select });
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

type FrameOptions = Pick<FieldFrameProps, 'label' | 'error' | 'hint' | 'required' | 'className'> & {
  id: string | undefined;
};

/** The props of the frame, and those that tie the control to it. */
function useFrame({ id, label, error, hint, required, className }: FrameOptions) {
  const generated = useId();
  const controlId = id ?? generated;
  return {
    frame: { id: controlId, label, error, hint, required, className },
    control: {
      id: controlId,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy(controlId, { error, hint }),
    },
  };
}
