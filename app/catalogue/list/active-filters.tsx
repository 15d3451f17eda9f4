import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { CATEGORY_NAMES, MAX_COUNT } from '#app/catalogue/categories.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.js';
import type { PageAddress, PagePath } from '#app/ui/page-path.ts';
import type { ProductQuery } from '#contract/catalogue.ts';
import { formatWholeRupees } from '#domain/money.ts';
import { shopAddress, withoutFilters } from './shop-address.ts';

type ActiveFiltersProps = {
  filter: ProductQuery;
  /** One more than `MAX_COUNT` when there are even more. */
  count: number;
  /** The corrected search, when it had typing errors. */
  corrected: string | null;
  children: ReactNode;
};

/** Announces the number of products when it changes, and lists the active filters, each removable. */
export function ActiveFilters(props: ActiveFiltersProps) {
  const { filter, count, corrected, children } = props;
  const { search, category, min_price, max_price } = filter;
  // While another list is loading, the links start from its filter, not from that of the visible list.
  const { location: next } = useNavigation();
  const status = useFocusAfterRemoval(filter);
  const current =
    next?.pathname === ('/shop' satisfies PagePath) ? `/shop${next.search}` : shopAddress(filter);
  return (
    <div className="mt-3 mb-4 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p ref={status} role="status" tabIndex={-1} className="text-muted outline-none">
        {count > MAX_COUNT ? `More than ${MAX_COUNT}` : count}{' '}
        {count === 1 ? 'product' : 'products'}
        {search && (
          <>
            {' '}
            for “<span className="wrap-anywhere">{corrected ?? search}</span>”
          </>
        )}
        {corrected && (
          <>
            . We found nothing for “<span className="wrap-anywhere">{search}</span>”.
          </>
        )}
      </p>
      {category && (
        <RemoveFilterLink
          to={withoutFilters(current, 'category')}
          name={CATEGORY_NAMES[category]}
        />
      )}
      {(min_price !== undefined || max_price !== undefined) && (
        <RemoveFilterLink
          to={withoutFilters(current, 'min_price', 'max_price')}
          name={rangeName(min_price, max_price)}
        />
      )}
      {search && <RemoveFilterLink to={withoutFilters(current, 'search')} name="Search" />}
      {children}
    </div>
  );
}

/**
 * Following the link of an active filter, or 'Clear all', removes that link, and the focus with it. Moves the focus to
 * the element that announces the number of products, whose ref this returns.
 */
function useFocusAfterRemoval(filter: ProductQuery) {
  const status = useRef<HTMLParagraphElement>(null);
  const shown = useRef(filter);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (filter !== shown.current && isLost) status.current?.focus({ preventScroll: true });
    shown.current = filter;
  }, [filter]);
  return status;
}

/** In whole rupees, as typed. */
function rangeName(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return `From ${formatWholeRupees(min ?? 0)}`;
  return min === undefined
    ? `Up to ${formatWholeRupees(max)}`
    : `${formatWholeRupees(min)} to ${formatWholeRupees(max)}`;
}

function RemoveFilterLink({ to, name }: { to: PageAddress; name: string }) {
  return (
    <Link
      to={to}
      preventScrollReset
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-surface-accent pr-3 pl-4 font-semibold text-foreground hover:text-primary"
    >
      <span className="sr-only">Remove filter: </span>
      {name}
      <Icon name="close" />
    </Link>
  );
}
