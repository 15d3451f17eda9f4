import type { ProductQuery, ProductSummary } from '#contract/catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import type { RevisionCaches } from './revision-cache.ts';

/** Lists without a search: the shop has few of them. */
const MAX_LISTS = 100;

export type CachedCatalogue = Catalogue & {
  /** The list without filters, if it is cached and need not be checked now. */
  getFreshList(): ProductSummary[] | undefined;
};

/** The catalogue whose lists are read once in each of its revisions. A search is always read: nobody repeats it. */
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
