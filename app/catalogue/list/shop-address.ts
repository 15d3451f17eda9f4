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
  return addressWith(params);
}

/**
 * A URL of the shop without some of its filters, at the first page. Works on the query string, so that the schema is
 * not sent to the browser.
 */
export function withoutFilters(address: string, ...names: (keyof ProductQuery)[]): PageAddress {
  const params = new URLSearchParams(address.split('?')[1]);
  for (const name of ['after', ...names]) params.delete(name);
  return addressWith(params);
}

function addressWith(params: URLSearchParams): PageAddress {
  const query = params.toString();
  return query ? `/shop?${query}` : '/shop';
}
