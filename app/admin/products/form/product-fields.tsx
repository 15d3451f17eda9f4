import { CATEGORY_NAMES } from '#app/catalogue/categories.ts';
import { Field, SelectField, TextArea } from '#app/ui/field.tsx';
import { CATEGORIES } from '#contract/catalogue.ts';
import { type Draft, type Errors, FIELD_NAMES, type ProductDraft } from './draft.ts';

/** What connects the fields to the form. */
export type FieldsProps = Pick<ProductDraft, 'form' | 'change' | 'field'> & { errors: Errors };

type TextName = {
  [K in keyof Draft]: Draft[K] extends string ? K : never;
}[keyof Draft];

/** The props of a text field. */
export const textField = ({ field, errors }: FieldsProps, name: TextName) => ({
  name,
  label: FIELD_NAMES[name],
  ...field(name, errors),
});

/** The texts of a product's page. */
export function ProductFields(props: FieldsProps) {
  const { form, change } = props;
  const field = (name: TextName) => textField(props, name);
  return (
    <>
      <Field {...field('name')} required maxLength={120} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="category"
          label={FIELD_NAMES.category}
          value={form.category}
          onChange={({ target }) => {
            const category = CATEGORIES.find((each) => each === target.value);
            if (category) change(() => ({ category }));
          }}
          options={CATEGORIES.map((value) => ({ value, label: CATEGORY_NAMES[value] }))}
        />
        <Field {...field('weight')} required maxLength={40} hint="For example 50g" />
      </div>
      <Field
        {...field('description')}
        required
        maxLength={300}
        hint="One sentence, in the shop’s list"
      />
      <TextArea {...field('long_description')} required maxLength={5000} rows={6} />
      <TextArea {...field('ingredients')} required maxLength={1000} rows={2} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...field('taste')} maxLength={200} hint="A few words; may stay empty" />
        <Field {...field('country_of_origin')} required maxLength={60} />
      </div>
    </>
  );
}
