import * as z from 'zod/mini';
import { PAYMENT_MODES } from '#domain/order.ts';
import type { EndpointTable } from './endpoint.ts';
import { Rupees } from './fields.ts';

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
  shipping: z.object({ fee: Rupees, free_from: z.nullable(Rupees) }),
});
export type OrderTerms = z.infer<typeof OrderTerms>;

export const checkoutEndpoints = {
  'GET /checkout/terms': {
    summary: 'How the shopper can pay, and what delivery and payment cost',
    access: 'shopper',
    status: 200,
    response: OrderTerms,
    errors: [],
  },
} as const satisfies EndpointTable;
