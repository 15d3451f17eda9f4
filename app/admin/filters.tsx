import { useEffect, useEffectEvent, useRef } from 'react';
import { type NavigateOptions, useLocation } from 'react-router';
import { Field, SelectField } from '#app/ui/field.tsx';
import { useNavigate } from '#app/ui/link.js';

type Option = { value: string; label: string };

type FilterFieldsProps<Name extends string> = {
  /** With what a field offers beside `any`; one without options is a day. */
  fields: readonly { name: Name; label: string; any?: string; options?: readonly Option[] }[];
  /** The filters of the URL. */
  values: Partial<Record<Name, string | undefined>>;
  /** Called with a value, or with '' for none. */
  onChange: (name: Name, value: string) => void;
};

/** The filters of a list. */
export function FilterFields<Name extends string>(props: FilterFieldsProps<Name>) {
  const { fields, values, onChange } = props;
  const shown = fields.map(({ name, label, any = '', options }) => {
    const value = values[name] ?? '';
    if (!options)
      return (
        <DayField key={name} label={label} value={value} onChange={(day) => onChange(name, day)} />
      );
    // The chosen one is an option also before the others are loaded.
    const known = value === '' || options.some((each) => each.value === value);
    return (
      <SelectField
        key={name}
        label={label}
        options={[
          { value: '', label: any },
          ...options,
          ...(known ? [] : [{ value, label: 'The chosen one' }]),
        ]}
        value={value}
        onChange={({ target }) => onChange(name, target.value)}
      />
    );
  });
  return <>{shown}</>;
}

/** The parameters of a URL by name, without empty ones. */
export function paramsOf(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...params].filter(([, value]) => value !== ''));
}

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

/** The query of a navigation that is not complete yet: until then, `window.location` has the one before. */
let pending: URLSearchParams | null = null;

/**
 * Returns a function that changes the query of this page's URL. It starts from the query that was navigated to last, not
 * from the rendered one, so that quick changes add up. Does nothing once another page is open.
 */
export function useChangeParams(
  options?: NavigateOptions,
): (change: (params: URLSearchParams) => void) => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (change) => {
    if (window.location.pathname !== pathname) return;
    const params = new URLSearchParams(pending ?? window.location.search);
    change(params);
    pending = params;
    void Promise.resolve(navigate({ search: params.toString() }, options)).finally(() => {
      if (pending === params) pending = null;
    });
  };
}

/**
 * For an uncontrolled field whose value is also in the URL. The URL follows a moment after the field has sent a value.
 * Calls `onChange` with the initial value and with each value that the field has not sent itself, for example after
 * Back. Values that it has sent are ignored when the URL reaches them, so that what was typed meanwhile stays.
 *
 * @returns a function to call when the field sends a value; it returns false if the field has sent this value last.
 */
export function useExternalChange(
  value: string,
  onChange: (value: string) => void,
): (next: string) => boolean {
  /** Values that were sent and are not in the URL yet, oldest first. */
  const sent = useRef<string[]>([]);
  const notify = useEffectEvent(onChange);

  useEffect(() => {
    const index = sent.current.indexOf(value);
    sent.current = sent.current.slice(index + 1);
    if (index >= 0) return;
    sent.current = [];
    notify(value);
  }, [value]);

  return (next) => {
    if (next === (sent.current.at(-1) ?? value)) return false;
    sent.current.push(next);
    return true;
  };
}
