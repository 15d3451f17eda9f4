import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CloseIcon } from '#app/ui/icons/close.tsx';
import type { ProductQuery } from '#contract/catalogue.ts';
import { CATEGORY_NAMES } from './categories.ts';
import { shopAddress } from './shop-address.ts';

type ActiveFiltersProps = { filter: ProductQuery; count: number; children: ReactNode };

/** How many are shown, read aloud when it changes, and what narrows them, each removable. */
export function ActiveFilters({ filter, count, children }: ActiveFiltersProps) {
  const { search, category } = filter;
  return (
    <div className="mt-3 mb-4 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p role="status" className="text-muted">
        {count} {count === 1 ? 'product' : 'products'}
        {search && (
          <>
            {' '}
            for “<span className="break-all">{search}</span>”
          </>
        )}
      </p>
      {category && (
        <Removal
          to={shopAddress({ ...filter, category: undefined })}
          name={CATEGORY_NAMES[category]}
        />
      )}
      {search && <Removal to={shopAddress({ ...filter, search: undefined })} name="Search" />}
      {children}
    </div>
  );
}

function Removal({ to, name }: { to: string; name: string }) {
  return (
    <Link
      to={to}
      preventScrollReset
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-linen pr-3 pl-4 font-semibold text-ink hover:text-petal"
    >
      <span className="sr-only">Remove filter: </span>
      {name}
      <CloseIcon />
    </Link>
  );
}
