import type { OrderWithTimeline, TimelineEvent } from '#contract/orders.ts';
import { CANCELLABLE } from '#domain/fulfilment.ts';
import { withoutUndone } from '#domain/order-timeline.ts';
import type { StoredOrder } from './queries.ts';

/** An event as shown_events() gives it. */
export type StoredEvent = {
  id: string;
  kind: string;
  at: string;
  actor: 'shopper' | 'staff' | 'system';
  data: {
    courier?: string;
    tracking_number?: string;
    reason?: string;
    amount?: number;
    refunded?: number;
  };
  tracking_url: string | null;
};

/** The steps of an order as its shopper sees them: what staff took back never happened. */
function timelineOf(placedAt: string, events: readonly StoredEvent[]): TimelineEvent[] {
  return [PLACED(placedAt), ...withoutUndone(events).map(toStep)];
}

/** The same for whoever has the link of a mail, who need not know what was paid. */
export function sharedTimelineOf(
  placedAt: string,
  events: readonly StoredEvent[],
): TimelineEvent[] {
  return timelineOf(placedAt, events).map((step) => ({ ...step, amount: null }));
}

export function withTimeline({ fulfilment, events, ...order }: StoredOrder): OrderWithTimeline {
  return {
    ...order,
    events: timelineOf(order.created_at, events),
    can_cancel: CANCELLABLE.includes(fulfilment),
  };
}

function toStep({ kind, at, actor, data, tracking_url }: StoredEvent): TimelineEvent {
  return {
    kind,
    at,
    courier: data.courier ?? null,
    tracking_number: data.tracking_number ?? null,
    tracking_url,
    reason: data.reason ?? null,
    amount: data.amount ?? data.refunded ?? null,
    by_shopper: actor === 'shopper',
  };
}

const PLACED = (at: string): TimelineEvent => ({
  kind: 'placed',
  at,
  courier: null,
  tracking_number: null,
  tracking_url: null,
  reason: null,
  amount: null,
  by_shopper: true,
});
