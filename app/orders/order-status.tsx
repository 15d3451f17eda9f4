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

/** How far an order has come. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={TONES[status]}>{capitalized(status)}</Badge>;
}

/** 'pending' as it stands on a page: 'Pending'; 'refund_pending': 'Refund pending'. */
export function capitalized(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
