import type { PageAddress } from '#app/ui/page-path.ts';
import type { ProductQuery } from '#contract/catalogue.ts';

/** The shop's URL for this filter, sort order and page; defaults are left out. */
export function shopAddress(query: ProductQuery): PageAddress {
  const { search, category, min_price, max_price, sort, after } = query;
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (category) params.set('category', category);
  if (min_price !== undefined) params.set('min_price', String(min_price));
  if (max_price !== undefined) params.set('max_price', String(max_price));
  if (sort !== 'popularity') params.set('sort', sort);
  if (after) params.set('after', after);
  const address = params.toString();
  return address ? `/shop?${address}` : '/shop';
}
