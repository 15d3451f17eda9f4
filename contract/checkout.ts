import * as z from 'zod/mini';
import { PAYMENT_MODES } from '#domain/order.ts';
import { couponCode } from '#domain/text.ts';
import { Delivery, Pin } from './delivery.ts';
import type { EndpointTable } from './endpoint.ts';
import { ProductId, Rupees } from './fields.ts';

/** How the shopper can pay, and what the shop adds to the goods and takes off. */
export const OrderTerms = z.object({
  /** Mode of the gateway's keys; null without online payment. Only 'live' moves money; otherwise the pages say so. */
  mode: z.nullable(z.enum(PAYMENT_MODES)),
  /** What decides about cash with the order's total: see domain/decide-cash.ts. */
  cash: z.object({
    /** Why the shopper cannot pay in cash whatever is ordered, and the way out, in words; null if they can. */
    refused: z.nullable(z.string()),
    fee: Rupees,
    /** The smallest and the largest order; null: no limit. */
    min_total: z.nullable(Rupees),
    max_total: z.nullable(Rupees),
    /** The largest until an order was delivered; null where one was. */
    first_max_total: z.nullable(Rupees),
  }),
  /** Percent of the goods that paying online takes off. */
  online_percent: z.number(),
  /** To the PIN code that was asked for; without one, as everywhere. */
  delivery: Delivery,
  /** The shopper's own code, of the newsletter, if it can be used now. Servers of an older version leave it out. */
  own_code: z.optional(z.nullable(z.string())),
});
export type OrderTerms = z.infer<typeof OrderTerms>;

/** A discount code as people type it, in groups or small letters; then as it is stored. */
export const CouponCode = z
  .string('Enter the code')
  .check(
    z.overwrite(couponCode),
    z.regex(/^[A-Z0-9]{3,30}$/, 'A code has 3 to 30 letters and digits'),
  );

/** `Coupon` of domain/coupon.ts, with amounts in paise: what a code takes off, and what it asks of an order. */
export const Discount = z.object({
  code: z.string(),
  kind: z.enum(['percent', 'amount']),
  value: z.number(),
  most: z.nullable(z.number()),
  minimum: z.number(),
  products: z.nullable(z.array(ProductId)),
  online_only: z.boolean(),
});
export type Discount = z.infer<typeof Discount>;

export const checkoutEndpoints = {
  'GET /checkout/terms': {
    summary: 'How the shopper can pay, and what delivery and payment cost',
    access: 'shopper',
    query: z.object({ pin: z.optional(Pin) }),
    status: 200,
    response: OrderTerms,
    errors: [],
  },
  'POST /checkout/code': {
    summary:
      'What a discount code takes off; refuses one that this shopper cannot use, with the reason',
    access: 'shopper',
    body: z.strictObject({ code: CouponCode }),
    status: 200,
    response: Discount,
    errors: ['code_refused'],
  },
} as const satisfies EndpointTable;
