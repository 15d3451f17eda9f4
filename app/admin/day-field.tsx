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

/** While the year 2026 is typed, the days of the years 2, 20 and 202 are valid, too. */
const FIRST_DAY = '2000-01-01';

/**
 * A day to filter by. Calls back once the year is complete or the field is emptied, and for any other day on Enter or on
 * leaving. Not a controlled field: the URL follows a moment later, and React would put the day before back meanwhile.
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
        // A day without its year has no value either, but is no empty field.
        if (target.value ? target.value >= FIRST_DAY : !target.validity.badInput) apply();
      }}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
      onBlur={apply}
    />
  );
}
