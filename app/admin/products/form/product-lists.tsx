import { Field, TextArea } from '#app/ui/field.tsx';
import type { FieldsProps } from './product-fields.tsx';
import { RowsEditor } from './rows-editor.tsx';

/** The lists of a product's page: contents, steps, benefits, certifications. */
export function ProductLists(props: FieldsProps) {
  const { form, errors, change } = props;
  return (
    <>
      <RowsEditor
        title="In the box"
        one="line"
        rows={form.contents}
        empty={{ count: '1', item: '', grams: '' }}
        error={errors.contents}
        onChange={(contents) => change(() => ({ contents }))}
      >
        {(row, set, index) => {
          const field = rowField(`contents.${index}`, row, set, errors);
          return (
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-[6rem_minmax(0,1fr)_9rem]">
              <Field {...field('count')} label="How many" required inputMode="numeric" />
              <Field
                {...field('item')}
                label="What"
                required
                maxLength={120}
                className="max-sm:order-first max-sm:col-span-2"
                hint="For example: tin of whole dried flowers"
              />
              <Field {...field('grams')} label="Grams in each" inputMode="decimal" />
            </div>
          );
        }}
      </RowsEditor>
      <Passages title="How to brew" one="step" name="brewing" {...props} />
      <Passages title="Benefits" one="benefit" name="benefits" {...props} />
      <TextArea
        name="certifications"
        label="Certifications"
        hint="One a line"
        rows={2}
        value={form.certifications.join('\n')}
        error={Object.entries(errors).find(([path]) => path.startsWith('certifications'))?.[1]}
        onChange={({ target }) => change(() => ({ certifications: target.value.split('\n') }))}
      />
    </>
  );
}

type PassagesProps = FieldsProps & { title: string; one: string; name: 'brewing' | 'benefits' };

function Passages({ title, one, name, form, errors, change }: PassagesProps) {
  return (
    <RowsEditor
      title={title}
      one={one}
      rows={form[name]}
      empty={{ title: '', text: '' }}
      error={errors[name]}
      onChange={(rows) => change(() => ({ [name]: rows }))}
    >
      {(row, set, index) => {
        const field = rowField(`${name}.${index}`, row, set, errors);
        return (
          <>
            <Field {...field('title')} label="Title" required maxLength={80} />
            <TextArea {...field('text')} label="Text" required rows={2} maxLength={600} />
          </>
        );
      }}
    </RowsEditor>
  );
}

/** What connects the fields of a row of texts to the form; `path` names the row. */
function rowField<Row extends Record<string, string>>(
  path: string,
  row: Row,
  set: (row: Row) => void,
  errors: FieldsProps['errors'],
) {
  return (name: keyof Row & string) => ({
    name: `${path}.${name}`,
    value: row[name],
    error: errors[`${path}.${name}`],
    onChange: ({ target }: { target: { value: string } }) => set({ ...row, [name]: target.value }),
  });
}
