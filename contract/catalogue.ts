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
});
export type ProductSummary = z.infer<typeof ProductSummary>;

/** A product as its own page shows it. */
export const Product = z.extend(ProductSummary, {
  images: z.array(z.string()),
  long_description: z.string(),
  benefits: z.array(z.object({ title: z.string(), text: z.string() })),
  brewing: z.array(z.object({ title: z.string(), text: z.string() })),
  ingredients: z.string(),
  certifications: z.array(z.string()),
  rating: z.number(),
  review_count: z.number(),
});
export type Product = z.infer<typeof Product>;

/** How the shop's list is narrowed and ordered; every part may be left out. */
export const ProductQuery = z.object({
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  category: z.optional(z.enum(CATEGORIES)),
  sort: z._default(z.enum(SORT_ORDERS), 'popularity'),
});
export type ProductQuery = z.infer<typeof ProductQuery>;

export const catalogueEndpoints = {
  'GET /products': {
    summary: 'The products, narrowed and ordered',
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
