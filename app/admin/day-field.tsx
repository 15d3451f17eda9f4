import { useRef } from 'react';
import { Field } from '#app/ui/field.tsx';
import { useExternalChange } from './use-external-change.ts';

type DayFieldProps = {
  label: string;
  /** The day in the URL. */
  value: string | undefined;
  /** Called with a day, or with '' for none. */
  onChange: (day: string) => void;
};

/** While the year 2026 is being typed, days in the years 2, 20 and 202 are valid too; they are ignored. */
const FIRST_DAY = '2000-01-01';

/**
 * A filter by day. Calls back once the year is complete or the field is emptied, and for any other day on Enter or
 * blur. Uncontrolled: the URL follows a moment later, and React would restore the former day meanwhile.
 */
export function DayField({ label, value = '', onChange }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const send = useExternalChange(value, (day) => {
    if (input.current) input.current.value = day;
  });

  function apply() {
    const day = input.current?.value ?? '';
    if (send(day)) onChange(day);
  }

  return (
    <Field
      ref={input}
      label={label}
      type="date"
      // Otherwise a year may have six digits.
      max="9999-12-31"
      defaultValue={value}
      onChange={({ target }) => {
        // An incomplete day has an empty value too, but the field is not empty.
        if (target.value ? target.value >= FIRST_DAY : !target.validity.badInput) apply();
      }}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
      onBlur={apply}
    />
  );
}
