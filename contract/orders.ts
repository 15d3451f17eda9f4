import * as z from 'zod/mini';
import { ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_MODES, PAYMENT_STATUSES } from '#domain/order.ts';
import { SHOPPER_CANCEL_REASONS } from '#domain/reasons.ts';
import { ShippingAddress } from './addresses.ts';
import { CouponCode } from './checkout.ts';
import type { EndpointTable } from './endpoint.ts';
import { asMade, Id, ProductId, Rupees, Timestamp } from './fields.ts';

export const OrderItem = z.object({
  id: Id,
  product_id: ProductId,
  product_name: z.string(),
  product_image: z.string(),
  quantity: z.number(),
  price: Rupees,
  subtotal: Rupees,
});

export type OrderItem = z.infer<typeof OrderItem>;

const RefundStatus = z.enum(['queued', 'pending', 'processed', 'failed']);

/** A finished or pending refund; `amount` in rupees. */
export const OrderRefund = z.object({
  id: Id,
  amount: Rupees,
  status: RefundStatus,
  created_at: Timestamp,
});
export type OrderRefund = z.infer<typeof OrderRefund>;

/** What lies between the items of an order and its total. */
export const OrderCharges = z.object({
  coupon_code: z.nullable(z.string()),
  coupon_discount: Rupees,
  online_discount: Rupees,
  shipping_fee: Rupees,
  cash_fee: Rupees,
});
export type OrderCharges = z.infer<typeof OrderCharges>;

export const Order = z.object({
  id: Id,
  order_number: z.string(),
  total_amount: Rupees,
  /** Servers of an older version leave it out. */
  charges: z.optional(OrderCharges),
  /**
   * What was paid online, where an offer of the gateway took something off the total or its fee was added to it; null if
   * neither did. Servers of an older version leave it out.
   */
  paid_amount: z.optional(z.nullable(Rupees)),
  shipping_address_id: z.nullable(Id),
  /** A copy of the address at the time of the order: edits of the saved one do not change it, staff may correct it. */
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
  /**
   * The day by which the shopper was told that it would be there, 'YYYY-MM-DD'; null for an order that is older than these
   * days. Servers of an older version leave it out.
   */
  expected_by: z.optional(z.nullable(z.string())),
  order_items: z.array(OrderItem),
});
export type Order = z.infer<typeof Order>;

/**
 * A step of an order on its page and behind an email's link. `kind` is 'placed', a verb of domain/order-verbs.ts,
 * 'correct_address', 'correct_parcel', 'refund' or 'manual_refund'.
 */
export const TimelineEvent = z.object({
  kind: z.string(),
  at: Timestamp,
  /** With 'hand_over': the courier, and the URL of its tracking page. */
  courier: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  tracking_url: z.nullable(z.string()),
  /** With 'attempt_failed': a code of ATTEMPT_REASONS; with 'cancel': of CANCEL_REASONS. */
  reason: z.nullable(z.string()),
  /** With a refund: how much. */
  amount: z.nullable(Rupees),
  /** With a refund to the account paid from: what became of it. */
  refund_status: z.nullable(RefundStatus),
  /**
   * With a refund: whether it is less than the order's total; the page of an emailed link shows no amounts. Servers of an
   * older version leave it out.
   */
  is_part: z.optional(z.boolean()),
  by_shopper: z.boolean(),
});
export type TimelineEvent = z.infer<typeof TimelineEvent>;

/** An order on its own page, oldest event first. */
export const OrderWithTimeline = z.extend(Order, {
  events: z.array(TimelineEvent),
  /** Whether the shopper can cancel it now. */
  can_cancel: z.boolean(),
});
export type OrderWithTimeline = z.infer<typeof OrderWithTimeline>;

export const Cancellation = z.strictObject({
  reason: z.optional(z.enum(SHOPPER_CANCEL_REASONS)),
});
export type Cancellation = z.infer<typeof Cancellation>;

/** The order as an emailed link shows it without signing in: no name, no address, no amount. */
export const SharedTimeline = z.object({
  order_number: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** Whether all that was paid was given back, or is on its way back. */
  refunded: z.boolean(),
  expected_by: Order.shape.expected_by,
  events: z.array(TimelineEvent),
});
export type SharedTimeline = z.infer<typeof SharedTimeline>;

/** One page of orders, newest first; `next` is the value of `before` for the next page, null at the end. */
const OrderPage = z.object({ orders: z.array(Order), next: z.nullable(Id) });

/**
 * The shopper's choices. The server reads items, prices and total from its own tables; `total_amount` is the total that
 * the shopper saw, and the server rejects the order if its own total differs.
 */
export const NewOrder = z.strictObject({
  shipping_address_id: z.uuid('Please select a shipping address'),
  payment_method: z.literal('cod', 'Choose how you would like to pay'),
  total_amount: Rupees,
  /** A code from POST /checkout/code. */
  coupon_code: z.optional(CouponCode),
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
    summary:
      'Order everything in the cart for `total_amount`, as priced by GET /checkout/terms; the same key and body return the same order',
    access: 'shopper',
    body: NewOrder,
    idempotent: true,
    status: 201,
    response: PlacedOrder,
    errors: [
      'cart_empty',
      'address_not_found',
      'not_served',
      'product_gone',
      'out_of_stock',
      'price_changed',
      'cart_changed',
      'code_refused',
      'cash_limit',
      'unpaid_limit',
      'idempotency_key_reused',
      'gateway_unavailable',
    ],
  },
  'GET /orders/{id}': {
    summary: 'One order with its history',
    access: 'shopper',
    params: z.object({ id: Id }),
    status: 200,
    response: OrderWithTimeline,
    errors: ['order_not_found'],
  },
  'POST /orders/{id}/cancellation': {
    summary: 'Cancel an order that has not been handed over; what was paid online is refunded',
    access: 'shopper',
    params: z.object({ id: Id }),
    body: Cancellation,
    status: 200,
    response: OrderWithTimeline,
    errors: ['order_not_found', 'not_allowed_now'],
  },
  'GET /order-timelines/{token}': {
    summary: 'The steps of an order, with the token of an email’s link',
    access: 'anyone',
    params: z.object({ token: asMade(/^[\da-f-]{36}\.\d{1,6}\.[\w-]{22}$/, 'Not a link') }),
    status: 200,
    response: SharedTimeline,
    errors: ['order_not_found'],
  },
} as const satisfies EndpointTable;
