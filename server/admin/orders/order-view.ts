import type { OrderDetail, OrderRow, VerbEffects } from '#contract/admin/order-views.ts';
import { toPaise, toRupees } from '#domain/money.ts';
import { withoutUndone } from '#domain/order-timeline.ts';
import { UNDO, UNDOS, VERB_ROLES, type Verb } from '#domain/order-verbs.ts';
import { possibleVerbs } from '#domain/possible-verbs.ts';
import { maskPhone } from '#domain/staff.ts';
import { MAILED_VERBS } from '#server/orders/follow-up-jobs.ts';
import type { StoredDetail, StoredOrder, StoredRow } from './stored-order.ts';

/** Money of an order that has not come yet and will be cash at the door. */
const STILL_COLLECTED = ['pending', 'confirmed', 'packed', 'shipped'];

/** What a role may see of an order in a list. */
export function rowView(order: StoredRow): OrderRow {
  const { shipping_address: to, role, items, courier, tracking_number, since } = order;
  const names = role !== 'accountant';
  const pieces = sumPieces(items);
  return {
    ...commonView(order, pieces),
    created_at: toTimestamp(order.created_at),
    full_name: names ? to.full_name : null,
    phone: names ? (role === 'packer' ? maskPhone(to.phone) : to.phone) : null,
    city: to.city,
    state: to.state,
    postal_code: to.postal_code,
    pieces,
    items,
    courier,
    tracking_number,
    failed_attempts: order.failed_attempts,
    since: toTimestamp(since),
  };
}

/** What a role may see of one order. A packer's page has the telephone number: it is the label. */
export function detailView(order: StoredDetail): OrderDetail {
  const { shipping_address: to, role, shipments, refunds, events, cash, customer } = order;
  const money = role !== 'packer';
  const left = refundable(order);
  const pieces = sumPieces(order.order_items);
  const verbs = verbsFor(order, pieces);
  const last = withoutUndone(events).findLast(({ kind }) => kind in VERB_ROLES);
  const undo = last && isVerb(last.kind) ? UNDO[last.kind] : undefined;
  return {
    ...commonView(order, pieces),
    email: role === 'owner' ? order.email : null,
    shipping_address: role === 'accountant' ? null : to,
    place: { city: to.city, state: to.state, postal_code: to.postal_code },
    payment_id: money ? order.payment_id : null,
    order_items: order.order_items.map((item) => ({
      ...item,
      price: money ? item.price : null,
      subtotal: money ? item.subtotal : null,
    })),
    shipments,
    refunds,
    refundable: money ? left : null,
    refund_due: money ? Math.min(left, refundDue(order)) : null,
    cash,
    events: [PLACED(order.created_at), ...events].map((event) => ({
      ...event,
      staff: money ? event.staff : null,
    })),
    effects: verbs.map((verb) => effectsOf(verb, order, pieces, money ? left : null)),
    undo: undo !== undefined && verbs.includes(undo) ? undo : null,
    customer,
  };
}

/** What can still be given back of what was paid, in rupees. */
function refundable(
  order: Pick<StoredDetail, 'payment_method' | 'payment_status' | 'total_amount' | 'refunds'>,
): number {
  if (order.payment_method === 'cod' && ['pending', 'failed'].includes(order.payment_status))
    return 0;
  return toRupees(Math.max(0, toPaise(order.total_amount) - sumGiven(order.refunds)));
}

/**
 * What the admin proposes to give back for a return, in rupees: the price of the pieces that came back, less all that was
 * given back for the order before or after, whatever the reason. A reason says why, not for which piece: with 'goodwill' before
 * the goods came a customer would else have more than the price of what they no longer hold. Whoever means a gift on top types a
 * larger amount; the order's sum is the limit.
 */
function refundDue({ order_items, refunds }: Pick<StoredDetail, 'order_items' | 'refunds'>) {
  const price = order_items.reduce(
    (sum, item) => sum + toPaise(item.price) * (item.returned_good + item.returned_damaged),
    0,
  );
  return toRupees(Math.max(0, price - sumGiven(refunds)));
}

/** What was given back, and what is on its way, in paise. */
function sumGiven(refunds: StoredDetail['refunds']): number {
  return refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + toPaise(amount), 0);
}

function commonView(order: StoredOrder, pieces: number) {
  const collects =
    order.payment_method === 'cod' &&
    order.payment_status === 'pending' &&
    STILL_COLLECTED.includes(order.fulfilment);
  return {
    id: order.id,
    order_number: order.order_number,
    created_at: order.created_at,
    version: order.version,
    fulfilment: order.fulfilment,
    status: order.status,
    payment_method: order.payment_method,
    payment_status: order.payment_status,
    payment_mode: order.payment_mode,
    total_amount: order.role === 'packer' ? null : order.total_amount,
    to_collect: collects ? order.total_amount : null,
    cancel_reason: order.cancel_reason,
    wholly_refunded: order.wholly_refunded,
    verbs: verbsFor(order, pieces),
  };
}

/** The verbs that take something back come last, `cancel` before them: the first is the next step. */
function verbsFor(order: StoredOrder, pieces: number): Verb[] {
  const undoing = new Set<Verb>(UNDOS);
  return possibleVerbs({ ...order, sold_pieces: pieces })
    .filter((verb) => VERB_ROLES[verb].includes(order.role))
    .sort((a, b) => Number(undoing.has(a)) - Number(undoing.has(b)));
}

function effectsOf(
  verb: Verb,
  order: StoredDetail,
  pieces: number,
  left: number | null,
): VerbEffects {
  const restocked: Partial<Record<Verb, number>> = {
    cancel: pieces,
    receive_back: pieces,
    receive_return: pieces - order.returned_pieces,
  };
  const closes = verb === 'cancel' || verb === 'receive_back' || verb === 'lose';
  return {
    verb,
    restocks: restocked[verb] ?? 0,
    refunds: closes && order.payment_id !== null && left ? left : null,
    mails: MAILED_VERBS.includes(verb),
  };
}

/** A list comes from the database as JSON, which has a point in time with the session's time zone. */
function toTimestamp(time: string): string {
  return new Date(time).toISOString();
}

function sumPieces(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

function isVerb(kind: string): kind is Verb {
  return Object.hasOwn(VERB_ROLES, kind);
}

const PLACED = (at: string): OrderDetail['events'][number] => ({
  id: null,
  kind: 'placed',
  at,
  actor: 'shopper',
  staff: null,
  data: {},
  shown_to_shopper: true,
});
