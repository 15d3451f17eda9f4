import * as z from 'zod/mini';
import type { EndpointTable } from './endpoint.ts';
import { ProductId, Rupees } from './fields.ts';

export const CATEGORIES = ['loose-leaf', 'packaged', 'gift-set'] as const;

export const SORT_ORDERS = ['popularity', 'price-asc', 'price-desc', 'newest'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** A product as the grid shows it. */
export const ProductSummary = z.object({
  id: ProductId,
  name: z.string(),
  description: z.string(),
  price: Rupees,
  weight: z.string(),
  image: z.string(),
  category: z.enum(CATEGORIES),
  in_stock: z.boolean(),
  /** How many are left when they are few, else null: shoppers see scarcity, rivals do not see stock. */
  only_left: z.nullable(z.number()),
  rating: z.number(),
  review_count: z.number(),
});
export type ProductSummary = z.infer<typeof ProductSummary>;

/** A product as its own page shows it. */
export const Product = z.extend(ProductSummary, {
  images: z.array(z.string()),
  /** What each picture shows, in their order; empty where nobody has written it down. */
  image_texts: z.array(z.string()),
  long_description: z.string(),
  benefits: z.array(z.object({ title: z.string(), text: z.string() })),
  brewing: z.array(z.object({ title: z.string(), text: z.string() })),
  ingredients: z.string(),
  certifications: z.array(z.string()),
  /** What lies in the box, each with its grams of flowers if it holds any; empty where nobody has written it down. */
  contents: z.array(
    z.object({ count: z.number(), item: z.string(), grams: z.optional(z.number()) }),
  ),
  /** In a few words; empty where nobody has written it down. */
  taste: z.string(),
  country_of_origin: z.string(),
});
export type Product = z.infer<typeof Product>;

/** A limit to the price, as an address carries it: whole rupees. */
const PriceLimit = z.pipe(
  z.string().check(z.regex(/^\d{1,7}$/, 'Must be a price in whole rupees')),
  z.transform(Number),
);

/** How the shop's list is narrowed, ordered and read on; every part may be left out. */
export const ProductQuery = z.object({
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  category: z.optional(z.enum(CATEGORIES)),
  min_price: z.optional(PriceLimit),
  max_price: z.optional(PriceLimit),
  sort: z._default(z.enum(SORT_ORDERS), 'popularity'),
  /** The last product of the page before. */
  after: z.optional(ProductId),
});
export type ProductQuery = z.infer<typeof ProductQuery>;

/** As many products as one page of the list shows; a shorter page is the last. */
export const PAGE_LENGTH = 24;

/** Counting stops here, so that it costs the same in a shop of any size. */
export const COUNTED = 200;

/** A page of the shop's list. */
export type ProductPage = {
  products: ProductSummary[];
  /** Goes into `after`; null on the last page. */
  next: string | null;
  /** Of all pages; one more than `COUNTED` when there are even more. */
  count: number;
  /** The search as it was understood, when some of its words had typing errors. */
  corrected: string | null;
};

export const catalogueEndpoints = {
  'GET /products': {
    summary:
      'The products, narrowed and ordered, 24 at a time: `after` takes the id of the last one',
    access: 'anyone',
    query: ProductQuery,
    status: 200,
    answer: z.array(ProductSummary),
    refusals: [],
  },
  'GET /products/{id}': {
    summary: 'One product',
    access: 'anyone',
    params: z.object({ id: ProductId }),
    status: 200,
    answer: Product,
    refusals: ['product_not_found'],
  },
} as const satisfies EndpointTable;
