import type { Product, ProductQuery, ProductSummary } from '#contract/catalogue.ts';
import { ProductId } from '#contract/fields.ts';
import type { Database } from '../platform/database/database.ts';
import { catalogueRevision, findProduct, listProducts } from './queries.ts';

/** What the shop sells, for pages and API alike. */
export function createCatalogue(database: Database) {
  return {
    listProducts: (query: ProductQuery): Promise<ProductSummary[]> =>
      database.rows(listProducts(query)),

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
