import type { ProductQuery } from '#contract/catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import type { RevisionCaches } from './revision-cache.ts';

/** Lists without a search: the shop has few of them. */
const MAX_LISTS = 100;

/** The catalogue whose lists are read once in each of its revisions. A search is always read: nobody repeats it. */
export function cacheLists(catalogue: Catalogue, caches: RevisionCaches): Catalogue {
  const cached = <Value>(read: (query: ProductQuery) => Promise<Value>) => {
    const lists = caches.open<Value>(undefined, MAX_LISTS);
    return (query: ProductQuery) =>
      query.search ? read(query) : lists.get(listKey(query), () => read(query));
  };
  return {
    ...catalogue,
    listProducts: cached(catalogue.listProducts),
    listPage: cached(catalogue.listPage),
  };
}

function listKey({ category, min_price, max_price, sort, after }: ProductQuery): string {
  return JSON.stringify([category, min_price, max_price, sort, after]);
}
