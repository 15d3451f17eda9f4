import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatDateTime } from '#domain/day.ts';
import { isAddressFinal } from '#domain/order-verbs.ts';

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
