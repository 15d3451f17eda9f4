import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { FULFILMENT_NAMES, type Fulfilment } from '#domain/fulfilment.ts';

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

/** What has to be done with an order's goods, or what has happened to them. */
export function FulfilmentBadge({ fulfilment }: { fulfilment: Fulfilment }) {
  return <Badge tone={TONES[fulfilment]}>{FULFILMENT_NAMES[fulfilment]}</Badge>;
}
