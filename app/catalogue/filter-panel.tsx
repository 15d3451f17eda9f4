import type { Ref } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import type { ProductQuery } from '#contract/catalogue.ts';
import { CATEGORY_NAMES } from './categories.ts';

/** The choice of no category. Not the empty string: a group of radios cannot be set to that by script. */
const ALL = 'all';

type FilterPanelProps = { ref: Ref<HTMLDivElement>; filter: ProductQuery };

/** What the Filters button opens: a native popover, a sheet at the foot of a phone, a panel at the side elsewhere. */
export function FilterPanel({ ref, filter }: FilterPanelProps) {
  const choices = [[ALL, 'All teas'], ...Object.entries(CATEGORY_NAMES)] as const;
  return (
    <div
      ref={ref}
      id="filters"
      popover="auto"
      className="inset-auto inset-x-0 bottom-0 m-0 max-h-dvh w-auto rounded-t-xl border border-line bg-paper p-6 text-body shadow-float backdrop:bg-night/40 sm:top-0 sm:left-auto sm:h-dvh sm:w-96 sm:rounded-none sm:p-8"
    >
      <fieldset>
        <legend className="font-display text-2xl font-medium text-ink">Filters</legend>
        <p className="mt-4 mb-2 font-semibold text-ink">Category</p>
        {choices.map(([value, name]) => (
          <label
            key={value}
            className="flex min-h-12 cursor-pointer items-center gap-3 border-b border-line last:border-0"
          >
            <input
              type="radio"
              name="category"
              value={value}
              defaultChecked={value === (filter.category ?? ALL)}
              className="size-5"
            />
            {name}
          </label>
        ))}
      </fieldset>
      <fieldset className="mt-6">
        <legend className="mb-2 font-semibold text-ink">Price in rupees</legend>
        <div className="grid grid-cols-2 gap-4">
          <PriceField label="From" name="min_price" value={filter.min_price} />
          <PriceField label="Up to" name="max_price" value={filter.max_price} />
        </div>
      </fieldset>
      <Button type="submit" className="mt-6 w-full">
        Show products
      </Button>
    </div>
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
