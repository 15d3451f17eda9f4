import * as z from 'zod/mini';
import { Id, optionalLine, ProductId } from '#contract/fields.ts';
import { parseNumberList } from '#domain/number-list.ts';
import { Day } from './fields.ts';
import { OrderRow } from './order-views.ts';

/**
 * Saved filters. `late`: on the way for seven days, or after a failed attempt. `refunds`: under way or failed;
 * `refunds_failed`: failed, and the money is still owed. `to_take_out`: cancelled after it was packed, the parcel is still
 * closed. `return_to_refund`: goods came back after the delivery, and were neither refunded nor declined. `unsent`: every order whose pieces are sold and still in the house,
 * also those paid with test money, which are never packed. Work queues show the oldest first.
 */
export const QUEUES = [
  'all',
  'to_confirm',
  'to_pack',
  'to_hand_over',
  'on_the_way',
  'late',
  'coming_back',
  'delivered',
  'closed',
  'refunds',
  'refunds_failed',
  'to_take_out',
  'return_to_refund',
  'unsent',
] as const;
export type Queue = (typeof QUEUES)[number];

/** By the payment method, or by the state of the payment. */
export const PAYMENT_FILTERS = [
  'cod',
  'razorpay',
  'pending',
  'paid',
  'refund_pending',
  'partially_refunded',
  'refunded',
] as const;

/** How many numbers a pasted list may have: as many as fit one page, and one request for details. */
export const MAX_NUMBERS_LISTED = 100;

const OrderSearch = optionalLine(MAX_NUMBERS_LISTED * 42).check(
  z.refine((text) => text.length <= 100 || parseNumberList(text) !== null, {
    error: 'Must be at most 100 characters, or a list of order and tracking numbers',
  }),
  z.refine((text) => (parseNumberList(text)?.length ?? 0) <= MAX_NUMBERS_LISTED, {
    error: `At most ${MAX_NUMBERS_LISTED} numbers at once`,
  }),
);

export const OrderListQuery = z.object({
  queue: z._default(z.enum(QUEUES), 'all'),
  /**
   * Words of: order number with or without dashes and #, PIN, city; for owners and packers name and phone; for owners
   * email. Or a tracking number, or the name of a product. Or a list of order and tracking numbers, for exactly these.
   */
  q: z.optional(OrderSearch),
  payment: z.optional(z.enum(PAYMENT_FILTERS)),
  courier: z.optional(Id),
  product: z.optional(ProductId),
  /** Days in India, both included. */
  from: z.optional(Day),
  to: z.optional(Day),
  /** `next` of the page before. */
  after: z.optional(Id),
});
export type OrderListQuery = z.infer<typeof OrderListQuery>;

/** An export has no pages. */
export const OrderExportQuery = z.omit(OrderListQuery, { after: true });
export type OrderExportQuery = z.infer<typeof OrderExportQuery>;

/** 50 orders, with a list of numbers 100; `next` is the value of `after` for the next page, null at the end. */
export const OrderList = z.object({ orders: z.array(OrderRow), next: z.nullable(Id) });
export type OrderList = z.infer<typeof OrderList>;
