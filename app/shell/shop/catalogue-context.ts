import { createContext } from 'react-router';
import type { Product, ProductPage, ProductQuery, ProductSummary } from '#contract/catalogue.ts';

/** What server rendering may read: only data that is the same for every visitor. */
export type Catalogue = {
  listProducts(query: ProductQuery): Promise<ProductSummary[]>;
  /** A page of the product list. */
  browse(query: ProductQuery): Promise<ProductPage>;
  /** Null when there is no such product. */
  findProduct(id: string): Promise<Product | null>;
};

/** Set by the server for each render; loaders read it with `context.get(catalogueContext)`. */
export const catalogueContext = createContext<Catalogue>();
