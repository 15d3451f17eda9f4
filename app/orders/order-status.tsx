import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import type { OrderStatus } from '#domain/order.ts';

/** The colours of the specification (§4). */
const TONES: Record<OrderStatus, BadgeTone> = {
  pending: 'yellow',
  confirmed: 'blue',
  processing: 'purple',
  shipped: 'indigo',
  delivered: 'green',
  cancelled: 'red',
};

/** Badge with an order's status. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={TONES[status]}>{statusLabel(status)}</Badge>;
}

/** Label of a status: 'pending' is 'Pending', 'refund_pending' is 'Refund pending'. */
export function statusLabel(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
