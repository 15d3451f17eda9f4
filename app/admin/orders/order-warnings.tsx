import type { OrderDetail } from '#contract/admin/order-views.ts';
import { cashRisk } from '#domain/cash-risk.ts';
import { formatDateTime } from '#domain/day.ts';
import { type Fulfilment, fulfilmentName, isUnpackable } from '#domain/fulfilment.ts';
import { isAddressFinal } from '#domain/order-verbs.ts';

/** A line that says why a parcel in cash may come back unpaid, beside the buttons that send it. */
export function CashRiskNote({ order }: { order: OrderDetail }) {
  const risk = cashRisk(order);
  if (risk === null) return null;
  return (
    <p className="rounded-md bg-badge-yellow-ground px-4 py-2.5 font-medium text-badge-yellow">
      {risk}
    </p>
  );
}

/**
 * Warns that slips printed before the last correction have the former address. The shop does not record which slips
 * were printed. Not shown once the parcel is handed over.
 */
export function CorrectedAddress({ order: { events, fulfilment } }: { order: OrderDetail }) {
  const corrected = events.findLast(({ kind }) => kind === 'correct_address');
  if (!corrected || isAddressFinal(fulfilment)) return null;
  return (
    <p className="mt-2 text-sm font-medium text-danger">
      Address corrected {formatDateTime(corrected.at)}: a slip printed before that is wrong.
    </p>
  );
}

/** States in which no parcel will be sent. */
const NOT_SENT: readonly Fulfilment[] = ['cancelled', 'returned', 'lost'];

type SlipFacts = Pick<OrderDetail, 'fulfilment' | 'payment_mode' | 'wholly_refunded'>;

/** Why an order gets no slip and is not in the pick list: 'Cancelled', 'Refunded', 'Test payment'. Null if it gets one. */
export function slipExclusion(order: SlipFacts): string | null {
  if (NOT_SENT.includes(order.fulfilment)) return fulfilmentName(order);
  if (order.wholly_refunded) return 'Refunded';
  return isUnpackable(order) ? fulfilmentName(order) : null;
}
