import { Field, TextArea } from '#app/ui/field.tsx';
import type { FieldsProps } from './product-fields.tsx';
import { RowsEditor } from './rows-editor.tsx';

/** The lists of a product's page: contents, steps, benefits, certifications. */
export function ProductLists(props: FieldsProps) {
  const { draft, errors, change } = props;
  return (
    <>
      <RowsEditor
        title="In the box"
        one="line"
        rows={draft.contents}
        empty={{ count: '1', item: '', grams: '' }}
        error={errors.contents}
        onChange={(contents) => change(() => ({ contents }))}
      >
        {(row, set, index) => (
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-[6rem_minmax(0,1fr)_9rem]">
            <Field
              label="How many"
              name={`contents.${index}.count`}
              required
              inputMode="numeric"
              value={row.count}
              error={errors[`contents.${index}.count`]}
              onChange={({ target }) => set({ ...row, count: target.value })}
            />
            <Field
              label="What"
              name={`contents.${index}.item`}
              required
              maxLength={120}
              className="max-sm:order-first max-sm:col-span-2"
              hint="For example: tin of whole dried flowers"
              value={row.item}
              error={errors[`contents.${index}.item`]}
              onChange={({ target }) => set({ ...row, item: target.value })}
            />
            <Field
              label="Grams in each"
              name={`contents.${index}.grams`}
              inputMode="decimal"
              value={row.grams}
              error={errors[`contents.${index}.grams`]}
              onChange={({ target }) => set({ ...row, grams: target.value })}
            />
          </div>
        )}
      </RowsEditor>
      <Passages title="How to brew" one="step" name="brewing" {...props} />
      <Passages title="Benefits" one="benefit" name="benefits" {...props} />
      <RowsEditor
        title="Certifications"
        one="certification"
        rows={draft.certifications}
        empty=""
        error={errors.certifications}
        onChange={(certifications) => change(() => ({ certifications }))}
      >
        {(row, set, index) => (
          <Field
            label={`Certification ${index + 1}`}
            name={`certifications.${index}`}
            required
            maxLength={60}
            value={row}
            error={errors[`certifications.${index}`]}
            onChange={({ target }) => set(target.value)}
          />
        )}
      </RowsEditor>
    </>
  );
}

type PassagesProps = FieldsProps & { title: string; one: string; name: 'brewing' | 'benefits' };

function Passages({ title, one, name, draft, errors, change }: PassagesProps) {
  return (
    <RowsEditor
      title={title}
      one={one}
      rows={draft[name]}
      empty={{ title: '', text: '' }}
      error={errors[name]}
      onChange={(rows) => change(() => ({ [name]: rows }))}
    >
      {(row, set, index) => (
        <>
          <Field
            label="Title"
            name={`${name}.${index}.title`}
            required
            maxLength={80}
            value={row.title}
            error={errors[`${name}.${index}.title`]}
            onChange={(event) => set({ ...row, title: event.target.value })}
          />
          <TextArea
            label="Text"
            name={`${name}.${index}.text`}
            required
            rows={2}
            maxLength={600}
            value={row.text}
            error={errors[`${name}.${index}.text`]}
            onChange={(event) => set({ ...row, text: event.target.value })}
          />
        </>
      )}
    </RowsEditor>
  );
}
