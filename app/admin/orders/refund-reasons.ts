import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { StaffRefundReason } from '#contract/admin/refunds.ts';

const NAMES: Record<StaffRefundReason, string> = {
  cancelled: 'The order was cancelled',
  returned: 'Came back, or was damaged',
  goodwill: 'Goodwill',
};

export const REFUND_REASON_OPTIONS = Object.entries(NAMES).map(([value, label]) => ({
  value,
  label,
}));

/** The reason that an order's state suggests. */
export function usualReason({ fulfilment, refund_due }: OrderDetail): string {
  if (refund_due) return 'returned';
  if (fulfilment === 'cancelled') return 'cancelled';
  return fulfilment === 'returned' || fulfilment === 'lost' ? 'returned' : 'goodwill';
}
