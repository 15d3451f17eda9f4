import {
  PAGE_LENGTH,
  type Product,
  type ProductPage,
  type ProductQuery,
  type ProductSummary,
} from '#contract/catalogue.ts';
import { ProductId } from '#contract/fields.ts';
import type { Database } from '../platform/database/database.ts';
import { catalogueRevision, countProducts, findProduct, listProducts } from './queries.ts';

/** What the shop sells, for pages and API alike. */
export function createCatalogue(database: Database) {
  return {
    listProducts: (query: ProductQuery): Promise<ProductSummary[]> =>
      database.rows(listProducts(query)),

    /** A page of the list, and how many products its pages have in all. */
    browse: async (query: ProductQuery): Promise<ProductPage> => {
      const [products, [found]] = await Promise.all([
        database.rows(listProducts(query, PAGE_LENGTH + 1)),
        database.rows(countProducts(query)),
      ]);
      const page = products.slice(0, PAGE_LENGTH);
      const next = products.length > PAGE_LENGTH ? (page.at(-1)?.id ?? null) : null;
      return { products: page, next, count: found?.count ?? 0 };
    },

    findProduct: async (id: string): Promise<Product | null> => {
      // A page's address brings whatever was typed, also what PostgreSQL cannot be asked.
      if (!ProductId.safeParse(id).success) return null;
      const [product] = await database.rows(findProduct(id));
      return product ?? null;
    },

    /** Moves when any page of the catalogue would look different. */
    revision: async (): Promise<string> => {
      const [row] = await database.rows(catalogueRevision());
      return row?.revision ?? '';
    },
  };
}

export type Catalogue = ReturnType<typeof createCatalogue>;
