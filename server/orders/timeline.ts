import type { Order, OrderWithTimeline, TimelineEvent } from '#contract/orders.ts';
import type { Fulfilment } from '#domain/fulfilment.ts';
import { withoutUndoneEvents } from '#domain/order-timeline.ts';
import { CANCELLABLE } from '#domain/order-verbs.ts';

/** An event as the view shown_events gives it. */
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
  /** Whether the email about it was sent. */
  mailed: boolean;
  tracking_url: string | null;
};

/** An order as `findOrder` reads it for its page. */
export type StoredOrder = Order & {
  fulfilment: Fulfilment;
  events: StoredEvent[];
  /** Whether a bank may still take its payment back. */
  disputed: boolean;
};

/** The data from which `timelineOf` makes an order's steps. */
export type StoredTimeline = Pick<
  Order,
  'created_at' | 'payment_method' | 'total_amount' | 'paid_amount'
> & {
  events: readonly StoredEvent[];
  /** The gateway's refunds; absent in the timeline that a link from an email opens. */
  refunds?: Order['refunds'];
};

/**
 * The steps of an order as its shopper sees them, without those that staff undid. An order paid online needs no
 * confirmation by staff: it is placed when the money has arrived.
 */
function timelineOf(order: StoredTimeline): TimelineEvent[] {
  const { created_at: at, payment_method, events } = order;
  const placed = { ...PLACED, at };
  const confirmed =
    payment_method === 'cod' ? [] : [{ ...placed, kind: 'confirm', by_shopper: false }];
  return [
    placed,
    ...confirmed,
    ...withoutUndoneEvents(events).map((event) => toStep(event, order)),
  ];
}

/** The same without amounts, for anybody who has the link from an email. */
export function sharedTimelineOf(order: StoredTimeline): TimelineEvent[] {
  return timelineOf(order).map((step) => ({ ...step, amount: null }));
}

export function withTimeline({
  fulfilment,
  events,
  disputed,
  ...order
}: StoredOrder): OrderWithTimeline {
  return {
    ...order,
    events: timelineOf({ ...order, events }),
    can_cancel: CANCELLABLE.includes(fulfilment) && !disputed,
  };
}

function toStep(
  { kind, at, actor, data, tracking_url }: StoredEvent,
  { total_amount, paid_amount, refunds = [] }: StoredTimeline,
): TimelineEvent {
  // The refund was inserted in the transaction of the step, so both have the same time.
  const refund = refunds.find(({ created_at }) => created_at === at);
  const amount = data.amount ?? data.refunded ?? null;
  return {
    kind,
    at,
    courier: data.courier ?? null,
    tracking_number: data.tracking_number ?? null,
    tracking_url,
    reason: data.reason ?? null,
    amount,
    refund_status: refund?.status ?? null,
    ...(amount !== null && { is_part: amount < (paid_amount ?? total_amount) }),
    by_shopper: actor === 'shopper',
  };
}

const PLACED: Omit<TimelineEvent, 'at'> = {
  kind: 'placed',
  courier: null,
  tracking_number: null,
  tracking_url: null,
  reason: null,
  amount: null,
  refund_status: null,
  by_shopper: true,
};
