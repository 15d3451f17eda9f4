import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { Id, Timestamp } from '#contract/fields.ts';

/** How many parcels the list shows at most, the oldest first. */
export const MAX_CANCELLED_PARCELS = 100;

/** The closed parcel of an order that was cancelled after it was packed, with what is written on it. */
export const CancelledParcel = z.object({
  /** The order's id. */
  id: Id,
  order_number: z.string(),
  full_name: z.string(),
  city: z.string(),
  by_shopper: z.boolean(),
  cancelled_at: Timestamp,
  items: z.array(z.object({ product_name: z.string(), quantity: z.number() })),
});
export type CancelledParcel = z.infer<typeof CancelledParcel>;

export const cancelledParcelEndpoints = {
  'GET /admin/cancelled-parcels': {
    summary: 'Closed parcels of orders that were cancelled, to be taken out; the oldest first',
    access: 'staff',
    roles: ['owner', 'packer'],
    status: 200,
    response: z.array(CancelledParcel),
    errors: [],
  },
  'PATCH /admin/cancelled-parcels/{id}': {
    summary:
      'Note that an order’s parcel was taken out, or was not; answers with those that are left',
    access: 'staff',
    roles: ['owner', 'packer'],
    params: z.object({ id: Id }),
    body: z.strictObject({ taken_out: z.boolean() }),
    status: 200,
    response: z.array(CancelledParcel),
    errors: ['order_not_found', 'not_allowed_now'],
  },
} as const satisfies EndpointTable;
