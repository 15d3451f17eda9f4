import { CATEGORY_NAMES } from '#app/catalogue/categories.ts';
import { Field } from '#app/ui/field.tsx';
import type { ProductQuery } from '#contract/catalogue.ts';

/** Value for no category. Not the empty string: scripts cannot set a radio group to that. */
const ALL = 'all';

/** The filter fields: a category, and a price range. */
export function FilterFields({ filter }: { filter: ProductQuery }) {
  const choices = [[ALL, 'All teas'], ...Object.entries(CATEGORY_NAMES)] as const;
  return (
    <>
      <fieldset className="mt-4">
        <legend className="mb-2 font-semibold text-foreground">Category</legend>
        {choices.map(([value, name]) => (
          <label
            key={value}
            className="flex min-h-12 cursor-pointer items-center gap-3 border-b border-border last:border-0"
          >
            <input
              type="radio"
              name="category"
              value={value}
              defaultChecked={value === (filter.category ?? ALL)}
              className="radio"
            />
            {name}
          </label>
        ))}
      </fieldset>
      <fieldset className="my-6">
        <legend className="mb-2 font-semibold text-foreground">Price in rupees</legend>
        <div className="grid grid-cols-2 gap-4">
          <PriceField label="From" name="min_price" value={filter.min_price} />
          <PriceField label="Up to" name="max_price" value={filter.max_price} />
        </div>
      </fieldset>
    </>
  );
}

function PriceField({
  label,
  name,
  value,
}: {
  label: string;
  name: 'min_price' | 'max_price';
  value: number | undefined;
}) {
  return (
    <Field
      label={label}
      name={name}
      defaultValue={value}
      inputMode="numeric"
      maxLength={7}
      autoComplete="off"
      placeholder="₹"
    />
  );
}
