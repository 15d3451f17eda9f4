import type { ShippingAddress } from '#contract/addresses.ts';
import type { OrderDetail, OrderRow, VerbEffects } from '#contract/admin/order-views.ts';
import type { OrderCharges } from '#contract/orders.ts';
import { toPaise, toRupees } from '#domain/money.ts';
import type { Verb } from '#domain/order-verbs.ts';
import { possibleVerbs, undoableStep, type VerbFacts } from '#domain/possible-verbs.ts';
import { unrefundedPaise } from '#domain/refunds.ts';
import { maskPhone, type StaffRole } from '#domain/staff.ts';
import { UPDATE_TEXTS } from '#server/orders/order-update-texts.ts';

/** What the views of an order compute, or take from the address. */
type Computed =
  | ('verbs' | 'undo' | 'to_collect' | 'effects' | 'refundable' | 'pieces')
  | ('place' | 'full_name' | 'phone' | 'city' | 'state' | 'postal_code');

/** What is stored for every view of an order; `role`: of who asks. */
type Stored = Omit<VerbFacts, 'sold_pieces'> & {
  total_amount: number;
  paid_amount: number | null;
  payment_id: string | null;
  shipping_address: ShippingAddress;
  role: StaffRole;
};

/** An order of a list, and one of its own page, with what the role may not see. */
export type StoredRow = Omit<OrderRow, Computed | keyof Stored> & Stored;
export type StoredDetail = Omit<OrderDetail, Computed | keyof Stored | 'charges'> &
  Stored & { charges: OrderCharges };

/** The fields of a list's order that a role may see. */
export function rowView(order: StoredRow): OrderRow {
  const { shipping_address: to, role, items, failed_attempts } = order;
  const named = role !== 'accountant';
  const pieces = sumPieces(items);
  return {
    ...commonView(order, pieces),
    ...placeOf(to),
    full_name: named ? to.full_name : null,
    phone: named ? (role === 'packer' ? maskPhone(to.phone) : to.phone) : null,
    pieces,
    failed_attempts,
  };
}

/** The fields of an order that a role may see. Packers see the telephone number here, because the label needs it. */
export function detailView(order: StoredDetail): OrderDetail {
  const { shipping_address: to, role } = order;
  const forMoney = <T>(value: T) => (role === 'packer' ? null : value);
  const left = forMoney(refundable(order));
  const pieces = sumPieces(order.order_items);
  const common = commonView(order, pieces);
  return {
    ...common,
    email: role === 'owner' ? order.email : null,
    shipping_address: role === 'accountant' ? null : to,
    place: placeOf(to),
    payment_id: forMoney(order.payment_id),
    charges: forMoney(order.charges),
    paid_amount: forMoney(order.paid_amount),
    order_items: order.order_items.map((item) => ({
      ...item,
      price: forMoney(item.price),
      subtotal: forMoney(item.subtotal),
    })),
    refundable: left,
    refundable_by_hand: forMoney(order.refundable_by_hand),
    refund_due: forMoney(order.refund_due),
    events: [placedEvent(order.created_at), ...order.events].map((event) => ({
      ...event,
      staff: forMoney(event.staff),
      data: role === 'packer' ? withoutMoney(event.data) : event.data,
    })),
    effects: common.verbs.map((verb) => effectsOf(verb, order, pieces, left)),
  };
}

/** What an event says, but for how much was given back, or was not. */
const withoutMoney = ({ refunded: _, amount: __, ...data }: Record<string, unknown>) => data;

/** The part of the address that all roles may see. */
const placeOf = ({ city, state, postal_code }: ShippingAddress) => ({ city, state, postal_code });

/** What can still be refunded, in rupees. */
function refundable(order: StoredDetail): number {
  if (order.payment_method === 'cod' && ['pending', 'failed'].includes(order.payment_status))
    return 0;
  const deducted = order.disputes.reduce((sum, dispute) => sum + toPaise(dispute.deducted), 0);
  return toRupees(Math.max(0, unrefundedPaise(order) - deducted));
}

/** States in which a COD order's cash is still to be collected. */
const STILL_COLLECTED = ['pending', 'confirmed', 'packed', 'shipped'];

/** What is stored, without what only decides and what only some roles may see; and what is computed. */
function commonView<Order extends StoredRow | StoredDetail>(order: Order, pieces: number) {
  const { role, total_amount, shipping_address, payment_id, paid_amount, ...stored } = order;
  const { failed_attempts, cash_settled, returned_pieces, last_of_return, ...others } = stored;
  const { refund_declinable, reopenable, taken_out, ...shown } = others;
  const facts = { ...order, sold_pieces: pieces };
  const verbs = possibleVerbs(facts, role);
  const collects =
    order.payment_method === 'cod' &&
    order.payment_status === 'pending' &&
    STILL_COLLECTED.includes(order.fulfilment);
  return {
    ...shown,
    total_amount: role === 'packer' ? null : total_amount,
    to_collect: collects ? total_amount : null,
    // Accountants do not handle parcels.
    to_take_out: role !== 'accountant' && order.to_take_out,
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
    mails: UPDATE_TEXTS.has(verb),
  };
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
