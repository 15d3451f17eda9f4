import * as z from 'zod/mini';
import { MAX_QUANTITY, MIN_QUANTITY } from '#domain/cart.ts';
import type { EndpointTable } from './endpoint.ts';
import { Id, ProductId, Rupees } from './fields.ts';

const Quantity = z
  .number('Quantity must be a number')
  .check(
    z.int('Quantity must be a whole number'),
    z.minimum(MIN_QUANTITY, `Quantity must be at least ${MIN_QUANTITY}`),
    z.maximum(MAX_QUANTITY, `Quantity must be at most ${MAX_QUANTITY}`),
  );

/** A cart item: the price when it was added or last changed, and its product's current price and stock. */
export const CartItem = z.object({
  id: Id,
  product_id: ProductId,
  product_name: z.string(),
  product_image: z.string(),
  quantity: z.number(),
  price: Rupees,
  current_price: Rupees,
  stock: z.number(),
  /** The most of it that one order can have; null: no limit. */
  order_limit: z.nullable(z.number()),
  available: z.boolean(),
});
export type CartItem = z.infer<typeof CartItem>;

/** The server sets name, image and price; the client sends only product and quantity. */
export const NewCartItem = z.strictObject({ product_id: ProductId, quantity: Quantity });
export type NewCartItem = z.infer<typeof NewCartItem>;

const CartItemChange = z.strictObject({ quantity: Quantity });

const item = z.object({ id: Id });

export const cartEndpoints = {
  'GET /cart': {
    summary: 'The items of the cart, in the order they were added',
    access: 'shopper',
    status: 200,
    response: z.array(CartItem),
    errors: [],
  },
  'DELETE /cart': {
    summary: 'Empty the cart',
    access: 'shopper',
    status: 204,
    errors: [],
  },
  'POST /cart/items': {
    summary: 'Add a product; if it is in the cart already, its quantity increases',
    access: 'shopper',
    body: NewCartItem,
    status: 201,
    response: CartItem,
    errors: ['product_not_found', 'cart_full'],
  },
  'PATCH /cart/items/{id}': {
    summary: 'Set the quantity of an item, at the current price',
    access: 'shopper',
    params: item,
    body: CartItemChange,
    status: 200,
    response: CartItem,
    errors: ['cart_item_not_found'],
  },
  'DELETE /cart/items/{id}': {
    summary: 'Remove an item',
    access: 'shopper',
    params: item,
    status: 204,
    errors: ['cart_item_not_found'],
  },
} as const satisfies EndpointTable;
