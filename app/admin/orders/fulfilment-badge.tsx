import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import {
  type Fulfilment,
  type FulfilmentFacts,
  fulfilmentName,
  isUnpackable,
} from '#domain/fulfilment.ts';

const TONES: Record<Fulfilment, BadgeTone> = {
  pending: 'yellow',
  confirmed: 'blue',
  packed: 'purple',
  shipped: 'indigo',
  returning: 'yellow',
  delivered: 'green',
  returned: 'neutral',
  lost: 'red',
  cancelled: 'red',
};

/** The state of an order's goods. An order paid with test money is never packed. */
export function FulfilmentBadge({ order }: { order: FulfilmentFacts }) {
  const { fulfilment } = order;
  const tone = isUnpackable(order) ? 'neutral' : TONES[fulfilment];
  return <Badge tone={tone}>{fulfilmentName(order)}</Badge>;
}
