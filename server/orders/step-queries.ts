import { sql } from 'kysely';
import type { Pieces, Step, StepInput } from '#domain/decide-step.ts';
import { statement } from '#server/database/tables.ts';

type OrderKey = { id: string; user_id: string };
type Actor = OrderKey & { by: string };

/** Null for a shopper. */
const staffOf = ({ by }: Actor) => (by === 'shopper' ? null : sql`current_staff()`);

/**
 * Locks an order with its payment and its cash for a step; no row if the shopper or the member of the staff may not see
 * it. What decides about the step is read by a statement that comes after this one, because a statement that waits for
 * a lock itself sees the tables as they were before. `refundable_paise` is null for packers.
 */
export function lockOrder(id: string) {
  return statement<{ refundable_paise: number | null; disputed: boolean }>`
    select refundable_paise::float8, disputed from lock_order(${id})`;
}

/** The key makes a second refund of the same impossible; there is one of an order's end. */
export function insertRefund(
  { id, user_id }: OrderKey,
  payment: string | null,
  { paise, reason }: { paise: number; reason: string },
  key = `order-${id}`,
) {
  return statement<{ id: string }>`
    insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
    values (${payment}, ${user_id}, ${paise}, ${reason}, ${key})
    returning id`;
}

/** An undo takes back the times of the states that the order leaves; a cancellation leaves them as they are. */
export function updateOrder(
  { id }: OrderKey,
  { event: { kind }, from, to, refund, payment_status }: Step,
  { reason }: StepInput,
) {
  const closes = to === 'cancelled' || to === 'returned' || to === 'lost';
  const time = (column: string, notYetIn: readonly string[]) => {
    if (notYetIn.includes(to)) return null;
    return to === 'cancelled' ? sql.ref(column) : sql`coalesce(${sql.ref(column)}, now())`;
  };
  const kept = kind === 'undo_cancel' ? null : sql`cancel_reason`;
  const moved = sql`
      fulfilment = ${to},
      cancel_reason = ${to === 'cancelled' ? (reason ?? null) : kept},
      confirmed_at = ${time('confirmed_at', ['pending'])},
      packed_at = ${time('packed_at', ['pending', 'confirmed'])},
      shipped_at = ${time('shipped_at', ['pending', 'confirmed', 'packed'])},
      delivered_at = ${to === 'delivered' ? sql`coalesce(delivered_at, now())` : null},
      closed_at = ${closes ? sql`now()` : null},`;
  const takenOut = sql`taken_out_at = ${kind === 'take_out' ? sql`now()` : null},`;
  return statement`
    update orders set
      ${from === to ? sql`` : moved}
      ${kind === 'take_out' || kind === 'undo_take_out' ? takenOut : sql``}
      version = version + 1,
      payment_status = ${refund ? 'refund_pending' : (payment_status ?? sql`payment_status`)}
    where id = ${id}`;
}

/** `from`: the state that a step led away from, null for what is no step. */
export function insertEvent(
  order: Actor,
  {
    kind,
    from,
    shown_to_shopper,
    data,
  }: { kind: string; from: string | null; shown_to_shopper: boolean; data: object },
) {
  return statement<{ id: string }>`
    insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper, from_state)
    values (${order.id}, ${order.user_id}, ${kind}, ${order.by === 'shopper' ? 'shopper' : 'staff'}, ${staffOf(order)},
      ${JSON.stringify(data)}::jsonb, ${shown_to_shopper}, ${from})
    returning id::text`;
}

/** Pieces that go back into the stock. */
export function restock(order: Actor, { reason, pieces }: NonNullable<Step['restock']>) {
  return statement`
    insert into stock_movements (product_id, delta, reason, order_item_id, staff_id)
    select product_id, ${piecesOf(pieces)}, ${reason}, id, ${staffOf(order)}
    from order_items item
    where order_id = ${order.id} and user_id = ${order.user_id} and ${piecesOf(pieces)} > 0
    order by product_id`;
}

/** An SQL expression: how many pieces these are of the order's item `item`; null for an item that is not among them. */
export const piecesOf = (pieces: Pieces) =>
  sql`(${JSON.stringify(pieces)}::jsonb ->> item.id::text)::integer`;
