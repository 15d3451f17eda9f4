import * as z from 'zod/mini';
import { codeText } from '#domain/text.ts';
import type { EndpointTable } from './endpoint.ts';
import { digits, optionalLine, ProductId, Rupees } from './fields.ts';

export const CATEGORIES = ['loose-leaf', 'packaged', 'gift-set'] as const;

export const SORT_ORDERS = ['popularity', 'price-asc', 'price-desc', 'newest'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** The longest name of a product. */
export const MAX_NAME = 120;

/** A product as in the product grid. */
export const ProductSummary = z.object({
  id: ProductId,
  name: z.string(),
  description: z.string(),
  price: Rupees,
  /** The maximum retail price printed on the pack, at least the price. */
  mrp: Rupees,
  weight: z.string(),
  image: z.string(),
  category: z.enum(CATEGORIES),
  in_stock: z.boolean(),
  /** How many are left when only few are, else null: shoppers see scarcity, competitors do not see the stock. */
  only_left: z.nullable(z.number()),
  rating: z.number(),
  review_count: z.number(),
});
export type ProductSummary = z.infer<typeof ProductSummary>;

/** A product as on its own page. */
export const Product = z.extend(ProductSummary, {
  images: z.array(z.string()),
  /** Alternative texts, in the order of `images`; empty where the owner gave none. */
  image_texts: z.array(z.string()),
  long_description: z.string(),
  benefits: z.array(z.object({ title: z.string(), text: z.string() })),
  brewing: z.array(z.object({ title: z.string(), text: z.string() })),
  ingredients: z.string(),
  certifications: z.array(z.string()),
  /** Contents of the box, with the grams of flowers in each item if any; empty where the owner gave none. */
  contents: z.array(
    z.object({ count: z.number(), item: z.string(), grams: z.optional(z.number()) }),
  ),
  /** The taste in a few words; empty where the owner gave none. */
  taste: z.string(),
  country_of_origin: z.string(),
});
export type Product = z.infer<typeof Product>;

/** A price limit in a query string: whole rupees. */
const PriceLimit = z.pipe(
  digits(/^\d{1,7}$/, 'Must be a price in whole rupees', codeText),
  z.transform(Number),
);

/** Filters, sort order and position in the product list; all optional. */
export const ProductQuery = z.object({
  /** Any text, as long as a product's name: it is split into words before it reaches the database. */
  search: z.optional(optionalLine(MAX_NAME)),
  category: z.optional(z.enum(CATEGORIES)),
  min_price: z.optional(PriceLimit),
  max_price: z.optional(PriceLimit),
  sort: z._default(z.enum(SORT_ORDERS), 'popularity'),
  /** The last product of the previous page. */
  after: z.optional(ProductId),
});
export type ProductQuery = z.infer<typeof ProductQuery>;

/** Products per page of the list; a shorter page is the last. */
export const PAGE_LENGTH = 24;

/** Counting stops above this number, so that its cost does not grow with the catalogue. */
export const MAX_COUNT = 200;

/** A page of the product list. */
export type ProductPage = {
  products: ProductSummary[];
  /** The value of `after` for the next page; null on the last page. */
  next: string | null;
  /** Products on all pages; `MAX_COUNT` + 1 when there are more. */
  count: number;
  /** The corrected search, when some of its words had typing errors. */
  corrected: string | null;
};

export const catalogueEndpoints = {
  'GET /products': {
    summary:
      'The products, filtered and sorted, 24 at a time: `after` takes the id of the last one',
    access: 'anyone',
    query: ProductQuery,
    status: 200,
    response: z.array(ProductSummary),
    errors: [],
  },
  'GET /products/{id}': {
    summary: 'One product',
    access: 'anyone',
    params: z.object({ id: ProductId }),
    status: 200,
    response: Product,
    errors: ['product_not_found'],
  },
} as const satisfies EndpointTable;
