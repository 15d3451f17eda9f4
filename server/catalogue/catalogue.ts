import {
  PAGE_LENGTH,
  type Product,
  type ProductPage,
  type ProductQuery,
  type ProductSummary,
} from '#contract/catalogue.ts';
import { ProductId } from '#contract/fields.ts';
import type { Database } from '#server/database/database.ts';
import { pageOf } from '#server/database/page-of.ts';
import { catalogueRevision, countProducts, findProduct, listProducts } from './queries.ts';
import type { RevisionCaches } from './revision-cache.ts';
import { type ParsedSearch, parseSearch } from './search/parse-search.ts';
import { countFound, readVocabulary, searchProducts } from './search/search-query.ts';

/** Reads the products, for both the pages and the API. */
export function createCatalogue(database: Database) {
  /** Looks the search words up and parses the search; null for a list without a search. */
  async function readSearch({ search }: ProductQuery): Promise<ParsedSearch | null> {
    if (!search) return null;
    const typed = await lookUpWords(search);
    if (typed.corrected === null) return typed;
    // The page says that it shows results for the corrected words, so these are looked up, too: their synonyms count.
    const { terms } = await lookUpWords(typed.corrected);
    return { terms, corrected: typed.corrected };
  }

  async function lookUpWords(search: string): Promise<ParsedSearch> {
    const [vocabulary] = await database.search(readVocabulary(search));
    return parseSearch(vocabulary ?? { words: [], synonyms: [], counts: {} });
  }

  function list(query: ProductQuery, search: ParsedSearch | null, length: number) {
    return search
      ? database.search(searchProducts(query, search, length))
      : database.rows(listProducts(query, length));
  }

  return {
    listProducts: async (query: ProductQuery): Promise<ProductSummary[]> =>
      list(query, await readSearch(query), PAGE_LENGTH),

    /** A page of the list, and the number of products on all its pages. */
    listPage: async (query: ProductQuery): Promise<ProductPage> => {
      const search = await readSearch(query);
      const [products, [found]] = await Promise.all([
        list(query, search, PAGE_LENGTH + 1),
        search ? database.search(countFound(query, search)) : database.rows(countProducts(query)),
      ]);
      const { page, next } = pageOf(products, PAGE_LENGTH, ({ id }) => id);
      const corrected = search?.corrected ?? null;
      return { products: page, next, count: found?.count ?? 0, corrected };
    },

    findProduct: async (id: string): Promise<Product | null> => {
      // The id comes from a URL, so it may hold characters that PostgreSQL rejects.
      if (!ProductId.safeParse(id).success) return null;
      const [product] = await database.rows(findProduct(id));
      return product ?? null;
    },

    /** Changes when any page of the catalogue would look different. */
    revision: async (): Promise<string> => {
      const [row] = await database.rows(catalogueRevision());
      return row?.revision ?? '';
    },
  };
}

export type Catalogue = ReturnType<typeof createCatalogue>;

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
