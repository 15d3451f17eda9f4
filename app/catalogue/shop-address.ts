import type { ProductQuery } from '#contract/catalogue.ts';

/** The address of the shop narrowed and ordered so; what is the default is left out. */
export function shopAddress({ search, category, sort }: ProductQuery): string {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (category) params.set('category', category);
  if (sort !== 'popularity') params.set('sort', sort);
  const query = params.toString();
  return query ? `/shop?${query}` : '/shop';
}
