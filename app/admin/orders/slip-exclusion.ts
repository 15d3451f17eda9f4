import type { OrderDetail } from '#contract/admin/order-views.ts';
import { type Fulfilment, fulfilmentName, isUnpackable } from '#domain/fulfilment.ts';

/** States in which no parcel will be sent. */
const NOT_SENT: readonly Fulfilment[] = ['cancelled', 'returned', 'lost'];

type SlipFacts = Pick<OrderDetail, 'fulfilment' | 'payment_mode' | 'wholly_refunded'>;

/** Why an order gets no slip and is not in the pick list: 'Cancelled', 'Refunded', 'Test payment'. Null if it gets one. */
export function slipExclusion(order: SlipFacts): string | null {
  if (NOT_SENT.includes(order.fulfilment)) return fulfilmentName(order);
  if (order.wholly_refunded) return 'Refunded';
  return isUnpackable(order) ? fulfilmentName(order) : null;
}
