import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, SelectField } from '#app/ui/field.tsx';
import { DEFAULT_COUNTRY } from '#domain/address.ts';
import { INDIAN_STATES } from '#domain/pin-codes.ts';

type StateFieldProps = {
  field: UseFormRegisterReturn;
  /** The country as typed so far, and the state as saved. */
  country: string;
  saved: string;
  error: string | undefined;
  autoComplete: string;
};

/** The state: a select of India's states, or free text for another country. */
export function StateField({ field, country, saved, error, autoComplete }: StateFieldProps) {
  const shared = {
    ...field,
    label: 'State',
    className: 'sm:col-span-3',
    required: true,
    error,
    autoComplete,
  };
  if (!isIndia(country)) return <Field {...shared} />;

  // Keeps a saved state that the list spells differently.
  const names = saved && !INDIAN_STATES.includes(saved) ? [saved, ...INDIAN_STATES] : INDIAN_STATES;
  return (
    <SelectField
      {...shared}
      options={[
        { value: '', label: 'Select a state' },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
    />
  );
}

/** Whether a country, as typed, is India. */
export function isIndia(country: string): boolean {
  return country.trim().toLowerCase() === DEFAULT_COUNTRY.toLowerCase();
}
