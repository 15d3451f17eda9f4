import * as z from 'zod/mini';
import { CATEGORIES, MAX_NAME, Product } from '#contract/catalogue.ts';
import type { EndpointTable } from '#contract/endpoint.ts';
import {
  asMade,
  Id,
  optionalLine,
  ProductId,
  Rupees,
  requiredLine,
  requiredText,
  Timestamp,
} from '#contract/fields.ts';
import { Version } from './fields.ts';
import {
  mrp,
  NewPriceChange,
  PriceChange,
  PriceForm,
  price,
  RunningPrice,
} from './product-prices.ts';
import { forRoles } from './staff-endpoint.ts';
import { StockLevel } from './stock.ts';

/** A picture, and what it shows for those who do not see it. */
const ProductPicture = z.strictObject({
  src: asMade(/^\/pictures\/[\w/-]{1,120}\.webp$/, 'Not a picture of the shop'),
  text: requiredLine(200, 'Say what the picture shows'),
});

const TitledText = z.strictObject({
  title: requiredLine(80, 'Enter a title'),
  text: requiredText(600, 'Enter a text'),
});

const arrayUpTo = <T extends z.ZodMiniType>(of: T, count: number, message: string) =>
  z.array(of).check(z.maxLength(count, message));

/** Everything on a product's page but its price. */
export const ProductForm = z.strictObject({
  name: requiredLine(MAX_NAME, 'Enter a name'),
  category: z.enum(CATEGORIES, 'Choose a category'),
  weight: requiredLine(40, 'Enter the net weight, for example 50g'),
  description: requiredText(300, 'Enter a sentence for the shop’s list'),
  long_description: requiredText(5000, 'Enter a description'),
  ingredients: requiredText(1000, 'Enter the ingredients'),
  taste: optionalLine(200),
  country_of_origin: requiredLine(60, 'Enter the country of origin'),
  benefits: arrayUpTo(TitledText, 12, 'At most 12 benefits'),
  brewing: arrayUpTo(TitledText, 12, 'At most 12 steps'),
  certifications: arrayUpTo(
    requiredLine(60, 'Enter a certification'),
    12,
    'At most 12 certifications',
  ),
  contents: arrayUpTo(
    z.strictObject({
      count: z.int('Enter how many').check(z.minimum(1, 'At least 1'), z.maximum(999)),
      item: requiredLine(120, 'Enter what it is'),
      grams: z.optional(
        z.number('Enter grams').check(z.minimum(0.1, 'At least 0.1 g'), z.maximum(100_000)),
      ),
    }),
    20,
    'At most 20 lines',
  ),
  images: arrayUpTo(ProductPicture, 12, 'At most 12 pictures'),
  /** Whether shoppers see it. */
  shown: z.boolean(),
});
export type ProductForm = z.infer<typeof ProductForm>;

export const NewProduct = z.extend(ProductForm, {
  price,
  mrp,
  /** Pieces on the shelf at the beginning. */
  stock: z.int('Enter a whole number').check(z.minimum(0), z.maximum(100_000)),
});
export type NewProduct = z.infer<typeof NewProduct>;

/**
 * The most products that lists of all products show. Requests return one more, so that pages know whether there are
 * more.
 */
export const MAX_PRODUCTS_LISTED = 1000;

/** A product in the staff's list. Only owners see the scheduled prices. */
export const ListedProduct = z.extend(StockLevel, {
  id: ProductId,
  name: z.string(),
  image: z.string(),
  price: Rupees,
  mrp: Rupees,
  shown: z.boolean(),
  version: Version,
  /** The next price that is scheduled, and when it starts; null when there is none. */
  next_price: z.nullable(z.object({ price: Rupees, starts_at: Timestamp })),
  running: z.nullable(RunningPrice),
});
export type ListedProduct = z.infer<typeof ListedProduct>;

export const AdminProduct = z.extend(ProductForm, {
  id: ProductId,
  price: Rupees,
  mrp: Rupees,
  stock: z.number(),
  version: Version,
  running: z.nullable(RunningPrice),
  /** Whether it is hidden and nobody has ordered it. */
  removable: z.boolean(),
  /** The last twenty, the newest first. */
  price_changes: z.array(PriceChange),
});
export type AdminProduct = z.infer<typeof AdminProduct>;

const PICTURE_STATES = ['waiting', 'ready', 'unreadable'] as const;

/** An uploaded picture; the shop can show it once it is ready. */
export const UploadedPicture = z.object({
  hash: z.string(),
  src: z.string(),
  state: z.enum(PICTURE_STATES),
});
export type UploadedPicture = z.infer<typeof UploadedPicture>;

/** What an endpoint about one product has, and one that changes it. */
const one = {
  params: z.object({ id: ProductId }),
  response: AdminProduct,
  errors: ['product_not_found'],
} as const;
const change = { ...one, errors: ['product_not_found', 'product_changed'] } as const;

const owner = forRoles('owner');
const parcels = forRoles('owner', 'packer');

/** Pictures are uploaded by `PUT /admin/pictures`, whose body is the file itself: server/admin/products/upload.ts. */
export const adminProductEndpoints = {
  'GET /admin/products': parcels({
    summary: `Every product with its stock, hidden ones last; at most ${MAX_PRODUCTS_LISTED + 1}`,
    response: z.array(ListedProduct),
  }),
  'GET /admin/products/{id}': owner({
    ...one,
    summary: 'Everything about one product, for its form',
  }),
  'GET /admin/products/{id}/preview': owner({
    ...one,
    summary: 'A product as its page shows it, hidden ones too',
    response: Product,
  }),
  'POST /admin/products': owner({
    summary: 'Add a product',
    body: NewProduct,
    idempotent: true,
    status: 201,
    response: AdminProduct,
    errors: ['idempotency_key_reused'],
  }),
  'PATCH /admin/products/{id}': owner({
    ...change,
    summary: 'Change everything but the price',
    body: z.extend(ProductForm, { version: Version }),
  }),
  'PATCH /admin/products/{id}/shown': owner({
    ...change,
    summary: 'Show a product in the shop, or hide it',
    body: z.strictObject({ version: Version, shown: z.boolean() }),
  }),
  'POST /admin/products/{id}/removal': owner({
    summary: 'Remove a hidden product that nobody has ordered, for good',
    params: one.params,
    body: z.strictObject({ version: Version }),
    errors: ['product_not_found', 'product_changed', 'product_sold'],
  }),
  'PATCH /admin/products/{id}/price': owner({
    ...change,
    summary: 'Change the price at once; another price ends a scheduled one that is running',
    body: PriceForm,
  }),
  'POST /admin/products/{id}/price-changes': owner({
    ...one,
    summary: 'Schedule a price, for a time or for good',
    body: NewPriceChange,
    status: 201,
  }),
  'DELETE /admin/price-changes/{id}': owner({
    summary: 'Withdraw a scheduled price that has not begun',
    params: z.object({ id: Id }),
    errors: ['not_found'],
  }),
  'GET /admin/pictures/{hash}': owner({
    summary: 'Whether an uploaded picture is ready',
    params: z.object({ hash: asMade(/^[0-9a-f]{32}$/) }),
    response: UploadedPicture,
    errors: ['not_found'],
  }),
} as const satisfies EndpointTable;
