import type { OrderDetail } from '#contract/admin/order-views.ts';
import { cashRisk } from '#domain/cash-risk.ts';

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
