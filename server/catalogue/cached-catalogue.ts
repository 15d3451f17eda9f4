import type { ProductQuery, ProductSummary } from '#contract/catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import type { RevisionCaches } from './revision-cache.ts';

/** How many different lists without a search are cached. */
const MAX_LISTS = 100;

export type CachedCatalogue = Catalogue & {
  /** The list without filters, if it is cached and need not be checked now. */
  getFreshList(): ProductSummary[] | undefined;
};

/** A catalogue whose lists are cached until its revision changes. Searches are not cached, because few are repeated. */
export function cacheLists(catalogue: Catalogue, caches: RevisionCaches): CachedCatalogue {
  const cached = <Value>(read: (query: ProductQuery) => Promise<Value>) => {
    const lists = caches.open<Value>(undefined, MAX_LISTS);
    const get = (query: ProductQuery) =>
      query.search ? read(query) : lists.get(listKey(query), () => read(query));
    return { get, getFresh: lists.getFresh };
  };
  const lists = cached(catalogue.listProducts);
  return {
    ...catalogue,
    listProducts: lists.get,
    listPage: cached(catalogue.listPage).get,
    getFreshList: () => lists.getFresh(WHOLE_LIST),
  };
}

function listKey({ category, min_price, max_price, sort, after }: ProductQuery): string {
  return JSON.stringify([category, min_price, max_price, sort, after]);
}

const WHOLE_LIST = listKey({ sort: 'popularity' });
