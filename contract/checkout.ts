import * as z from 'zod/mini';
import { PAYMENT_MODES } from '#domain/order.ts';
import { Delivery, Pin } from './delivery.ts';
import type { EndpointTable } from './endpoint.ts';
import { Rupees } from './fields.ts';

/** How the shopper can pay, and what the shop adds to the goods and takes off. */
export const OrderTerms = z.object({
  /** Mode of the gateway's keys; null without online payment. Only 'live' moves money; otherwise the pages say so. */
  mode: z.nullable(z.enum(PAYMENT_MODES)),
  /** Whether the shop takes no cash from the shopper. */
  cash_refused: z.boolean(),
  cash_fee: Rupees,
  /** Percent of the goods that paying online takes off. */
  online_percent: z.number(),
  /** To the PIN code that was asked for; without one, as everywhere. */
  delivery: Delivery,
});
export type OrderTerms = z.infer<typeof OrderTerms>;

export const checkoutEndpoints = {
  'GET /checkout/terms': {
    summary: 'How the shopper can pay, and what delivery and payment cost',
    access: 'shopper',
    query: z.object({ pin: z.optional(Pin) }),
    status: 200,
    response: OrderTerms,
    errors: [],
  },
} as const satisfies EndpointTable;
