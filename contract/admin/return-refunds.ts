import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { Id, Rupees, Timestamp } from '#contract/fields.ts';
import { PAYMENT_METHODS } from '#domain/order.ts';

/** How many orders the list shows at most, those that have waited longest first. */
export const MAX_RETURN_REFUNDS = 100;

/** A paid order whose goods were returned, and whose refund was neither made since nor declined. */
export const ReturnRefund = z.object({
  /** The order's id. */
  id: Id,
  order_number: z.string(),
  /** Null for accountants. */
  full_name: z.nullable(z.string()),
  city: z.string(),
  payment_method: z.enum(PAYMENT_METHODS),
  returned_at: Timestamp,
  /** The price of the returned pieces, less all refunds of the order. */
  due: Rupees,
});
export type ReturnRefund = z.infer<typeof ReturnRefund>;

export const returnRefundEndpoints = {
  'GET /admin/return-refunds': {
    summary: 'Orders whose returned goods are still to be refunded; the longest waiting first',
    access: 'staff',
    roles: ['owner', 'accountant'],
    status: 200,
    response: z.array(ReturnRefund),
    errors: [],
  },
} as const satisfies EndpointTable;
