import type { OrderDetail, OrderRow, VerbEffects } from '#contract/admin/order-views.ts';
import { toPaise, toRupees } from '#domain/money.ts';
import type { Verb } from '#domain/order-verbs.ts';
import { possibleVerbs, undoableStep } from '#domain/possible-verbs.ts';
import { unrefundedPaise } from '#domain/refunded.ts';
import { maskPhone } from '#domain/staff.ts';
import { EMAILED_KINDS } from '#server/orders/follow-up-jobs.ts';
import type { StoredDetail, StoredOrder, StoredRow } from './stored-order.ts';

/** States in which a COD order's cash is still to be collected. */
const STILL_COLLECTED = ['pending', 'confirmed', 'packed', 'shipped'];

/** The fields of a list's order that a role may see. */
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

/** The fields of an order that a role may see. Packers see the telephone number here, because the label needs it. */
export function detailView(order: StoredDetail): OrderDetail {
  const { shipping_address: to, role, shipments, refunds, events, cash, customer } = order;
  const money = role !== 'packer';
  const left = refundable(order);
  const pieces = sumPieces(order.order_items);
  const common = commonView(order, pieces);
  return {
    ...common,
    email: role === 'owner' ? order.email : null,
    shipping_address: role === 'accountant' ? null : to,
    place: { city: to.city, state: to.state, postal_code: to.postal_code },
    payment_id: money ? order.payment_id : null,
    paid_amount: money ? order.paid_amount : null,
    order_items: order.order_items.map((item) => ({
      ...item,
      price: money ? item.price : null,
      subtotal: money ? item.subtotal : null,
    })),
    shipments,
    refunds,
    disputes: order.disputes,
    refundable: money ? left : null,
    refundable_by_hand: money ? order.refundable_by_hand : null,
    refund_due: money ? order.refund_due : null,
    cash,
    events: [placedEvent(order.created_at), ...events].map((event) => ({
      ...event,
      staff: money ? event.staff : null,
    })),
    effects: common.verbs.map((verb) => effectsOf(verb, order, pieces, money ? left : null)),
    customer,
  };
}

/** What can still be refunded, in rupees. */
function refundable(
  order: Pick<
    StoredDetail,
    'payment_method' | 'payment_status' | 'total_amount' | 'paid_amount' | 'refunds' | 'disputes'
  >,
): number {
  if (order.payment_method === 'cod' && ['pending', 'failed'].includes(order.payment_status))
    return 0;
  const deducted = order.disputes.reduce((sum, dispute) => sum + toPaise(dispute.deducted), 0);
  return toRupees(Math.max(0, unrefundedPaise(order) - deducted));
}

function commonView(order: StoredOrder, pieces: number) {
  const facts = { ...order, sold_pieces: pieces };
  const verbs = possibleVerbs(facts, order.role);
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
    // Accountants do not handle parcels.
    to_take_out: order.role !== 'accountant' && order.to_take_out,
    verbs,
    undo: verbs.includes('undo') ? undoableStep(facts) : null,
  };
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
    mails: EMAILED_KINDS.includes(verb),
  };
}

/**
 * Converts a time as PostgreSQL writes it into JSON, in the time zone of the session. That is usually UTC; then the text
 * is only rearranged, because parsing it took two thirds of the time of `rowView`.
 */
function toTimestamp(time: string): string {
  if (!time.endsWith('+00:00')) return new Date(time).toISOString();
  return `${time.slice(0, 19)}.${time.slice(20, -6).padEnd(3, '0').slice(0, 3)}Z`;
}

function sumPieces(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

function placedEvent(at: string): OrderDetail['events'][number] {
  return {
    id: null,
    kind: 'placed',
    at,
    actor: 'shopper',
    staff: null,
    data: {},
    shown_to_shopper: true,
  };
}
