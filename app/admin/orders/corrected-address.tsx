import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatDateTime } from '#domain/day.ts';
import { isHandedOver } from '#domain/order-verbs.ts';

/**
 * Says that a slip may have a former address. Nobody knows which slips were printed, so it tells since when they are
 * wrong; no more once the parcel is handed over.
 */
export function CorrectedAddress({ order: { events, fulfilment } }: { order: OrderDetail }) {
  const corrected = events.findLast(({ kind }) => kind === 'correct_address');
  if (!corrected || isHandedOver(fulfilment)) return null;
  return (
    <p className="mt-2 text-sm font-medium text-danger">
      Address corrected {formatDateTime(corrected.at)}: a slip printed before that is wrong.
    </p>
  );
}
