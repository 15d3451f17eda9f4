import { SelectField } from '#app/ui/field.tsx';
import { DayField } from './day-field.tsx';

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
