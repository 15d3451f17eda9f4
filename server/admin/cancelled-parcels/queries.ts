import { type CancelledParcel, MAX_CANCELLED_PARCELS } from '#contract/admin/cancelled-parcels.ts';
import { statement } from '#server/database/tables.ts';

/** See cancelled_parcels() in db/schema; none for a role that does not see them. */
export function cancelledParcels() {
  return statement<CancelledParcel>`
    select id, order_number, full_name, city, by_shopper, cancelled_at, items
    from cancelled_parcels(${MAX_CANCELLED_PARCELS})`;
}

/**
 * Marks a parcel as taken out, or with `out` false as not taken out. Outcomes: done, or a code of the contract's errors.
 */
export function takeOutParcel(order: string, out: boolean) {
  return statement<{ outcome: string }>`select take_out_parcel(${order}, ${out}) as outcome`;
}
