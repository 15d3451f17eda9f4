import * as z from 'zod/mini';
import { ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_MODES, PAYMENT_STATUSES } from '#domain/order.ts';
import type { EndpointTable } from './endpoint.ts';
import { Id, ProductId, Rupees, Timestamp } from './fields.ts';

const OrderItem = z.object({
  id: Id,
  product_id: ProductId,
  product_name: z.string(),
  product_image: z.string(),
  quantity: z.number(),
  price: Rupees,
  subtotal: Rupees,
});

/** A copy of the address at the time of the order; later edits do not change it. */
const ShippingAddress = z.object({
  full_name: z.string(),
  phone: z.string(),
  address_line1: z.string(),
  address_line2: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
});

/** A finished or pending refund; `amount` in rupees. */
export const OrderRefund = z.object({
  id: Id,
  amount: Rupees,
  status: z.enum(['queued', 'pending', 'processed', 'failed']),
  created_at: Timestamp,
});
export type OrderRefund = z.infer<typeof OrderRefund>;

export const Order = z.object({
  id: Id,
  order_number: z.string(),
  total_amount: Rupees,
  shipping_address_id: z.nullable(Id),
  shipping_address: ShippingAddress,
  payment_method: z.enum(PAYMENT_METHODS),
  payment_status: z.enum(PAYMENT_STATUSES),
  /** The gateway's id of the payment; null for cash. */
  payment_id: z.nullable(z.string()),
  /** Mode of the gateway's keys it was paid with; only 'live' moves money. Null for cash. */
  payment_mode: z.nullable(z.enum(PAYMENT_MODES)),
  refunds: z.array(OrderRefund),
  status: z.enum(ORDER_STATUSES),
  created_at: Timestamp,
  order_items: z.array(OrderItem),
});
export type Order = z.infer<typeof Order>;

/** One page of orders, newest first; `next` is the value of `before` for the next page, null at the end. */
const OrderPage = z.object({ orders: z.array(Order), next: z.nullable(Id) });

/**
 * What the shopper decides. The server reads items, prices and total from its own tables; `total_amount` is the total
 * that the shopper saw: the server rejects the order if its own total differs.
 */
export const NewOrder = z.strictObject({
  shipping_address_id: z.uuid('Please select a shipping address'),
  payment_method: z.literal('cod', 'Choose how you would like to pay'),
  total_amount: Rupees,
});
export type NewOrder = z.infer<typeof NewOrder>;

/** The response to a placed order. */
export const PlacedOrder = z.object({ id: Id, order_number: z.string(), total_amount: Rupees });
export type PlacedOrder = z.infer<typeof PlacedOrder>;

export const orderEndpoints = {
  'GET /orders': {
    summary: 'The shopper’s orders with their items, newest first',
    access: 'shopper',
    query: z.object({ before: z.optional(Id) }),
    status: 200,
    response: OrderPage,
    errors: [],
  },
  'POST /orders': {
    summary: 'Order everything in the cart; the same key and body return the same order',
    access: 'shopper',
    body: NewOrder,
    idempotent: true,
    status: 201,
    response: PlacedOrder,
    errors: [
      'idempotency_key_missing',
      'cart_empty',
      'address_not_found',
      'product_gone',
      'out_of_stock',
      'price_changed',
      'cart_changed',
      'cash_limit',
      'unpaid_limit',
      'idempotency_key_reused',
      'gateway_unavailable',
    ],
  },
  'GET /orders/{id}': {
    summary: 'One order',
    access: 'shopper',
    params: z.object({ id: Id }),
    status: 200,
    response: Order,
    errors: ['order_not_found'],
  },
} as const satisfies EndpointTable;
