import type { MouseEvent, Ref, SyntheticEvent } from 'react';
import { CATEGORY_NAMES } from '#app/catalogue/categories.ts';
import { Button, buttonClasses } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { ProductQuery } from '#contract/catalogue.ts';

/** Opens the sheet as a modal dialog. Until the scripts have loaded the browser does, as a popover. */
export function FilterButton({ onOpen }: { onOpen: () => void }) {
  function open(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault();
    onOpen();
  }
  return (
    <button
      type="button"
      popoverTarget="filters"
      aria-haspopup="dialog"
      onClick={open}
      className={buttonClasses('secondary')}
    >
      <Icon name="filter" />
      Filters
    </button>
  );
}

type FilterPanelProps = {
  ref: Ref<HTMLDialogElement>;
  filter: ProductQuery;
  /** Closes the modal dialog. */
  onClose: () => void;
  /** Called after the sheet was closed in any way. */
  onClosed: () => void;
};

/** The filters: a modal sheet at the bottom of a phone, at the side of a wider window. */
export function FilterPanel({ ref, filter, onClose, onClosed }: FilterPanelProps) {
  // The browser reports a closing in a later task: meanwhile the sheet may have been opened again.
  function closed({ currentTarget }: SyntheticEvent) {
    if (!currentTarget.matches(':modal, :popover-open')) onClosed();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the scrim is the pointer's; the keyboard has Escape
    <dialog
      ref={ref}
      id="filters"
      popover="auto"
      closedby="any"
      onClose={closed}
      onToggle={closed}
      aria-labelledby="filters-title"
      // For browsers without `closedby`. The sheet has no padding of its own: a click that hits it but none of its
      // parts was on the backdrop.
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="inset-auto inset-x-0 bottom-0 m-0 max-h-[calc(100dvh---spacing(12))] w-auto max-w-none dialog-scroll rounded-t-xl border-0 bg-surface p-0 text-body shadow-float backdrop:bg-inverse/55 sm:top-0 sm:left-auto sm:h-dvh sm:max-h-none sm:w-96 sm:rounded-none"
    >
      <div className="dialog-body flex min-h-full flex-col">
        <div className="flex items-start justify-between gap-4">
          <h2 id="filters-title" className="text-2xl">
            Filters
          </h2>
          <button
            type="button"
            popoverTarget="filters"
            popoverTargetAction="hide"
            aria-label="Close"
            onClick={onClose}
            className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-surface-accent hover:text-foreground"
          >
            <Icon name="close" />
          </button>
        </div>
        <FilterFields filter={filter} />
        <div className="dialog-actions mt-auto">
          <Button type="submit" className="flex-1">
            Show products
          </Button>
        </div>
      </div>
    </dialog>
  );
}

/** Value for no category. Not the empty string: scripts cannot set a radio group to that. */
const ALL = 'all';

/** The filter fields: a category, and a price range. */
function FilterFields({ filter }: { filter: ProductQuery }) {
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
