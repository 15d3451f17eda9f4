import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { MANUAL_WAYS, StaffRefundReason } from '#contract/admin/refunds.ts';

type ManualWay = (typeof MANUAL_WAYS)[number];

export const REFUND_REASONS: Record<StaffRefundReason, string> = {
  cancelled: 'The order was cancelled',
  returned: 'Came back, or was damaged',
  goodwill: 'Goodwill',
};

export const REFUND_REASON_OPTIONS = Object.entries(REFUND_REASONS).map(([value, label]) => ({
  value,
  label,
}));

/** The ways of paying a refund by hand. */
export const WAYS: Record<ManualWay, string> = {
  upi: 'UPI',
  bank: 'Bank transfer',
  cash: 'Cash',
};

/** The reason that an order's state suggests. */
export function suggestedReason({ fulfilment, refund_due }: OrderDetail): string {
  if (refund_due) return 'returned';
  if (fulfilment === 'cancelled') return 'cancelled';
  return fulfilment === 'returned' || fulfilment === 'lost' ? 'returned' : 'goodwill';
}
