import { type CompiledQuery, sql } from 'kysely';
import type { Step, StepInput } from '#domain/decide-step.ts';
import { statement } from '#server/database/tables.ts';
import { piecesOf } from '#server/orders/step-queries.ts';
import type { LockedOrder } from '#server/orders/take-step.ts';

/** What a step of staff changes besides the order and its stock: parcel, cash and what came back. */
export function changesByStaff(
  order: LockedOrder,
  step: Step,
  input: StepInput,
  event: string,
): CompiledQuery<unknown>[] {
  const { cash, undone } = step;
  const { kind } = step.event;
  const changes: CompiledQuery<unknown>[] = [];
  if (kind === 'hand_over') changes.push(insertParcel(order, input));
  else if (step.parcel) changes.push(updateParcel(order, step));
  if (cash) changes.push(cash === 'due' ? insertCash(order) : voidCash(order));
  if (kind === 'receive_return') changes.push(insertReturn(order, input, event));
  if (kind === 'undo_cancel') changes.push(takeCancelledAgain(order));
  if (kind === 'undo_return' && undone)
    changes.push(takeReturnedAgain(order, undone.id), deleteReturn(undone.id));
  if (kind === 'decline_refund') changes.push(settleReturns(order, event));
  if (kind === 'undo_decline_refund' && undone) changes.push(reopenReturns(order, undone.id));
  return changes;
}

function insertParcel({ id, user_id, courier }: LockedOrder, { tracking_number }: StepInput) {
  const number = courier?.numbered ? tracking_number : null;
  return statement`
    insert into shipments (order_id, user_id, courier, tracking_number)
    values (${id}, ${user_id}, ${courier?.id}, ${number})`;
}

function updateParcel({ id }: LockedOrder, { parcel, attempts }: Step) {
  return statement`
    update shipments set state = ${parcel}, failed_attempts = failed_attempts + ${attempts}::integer
    where id = (
      select id from shipments where order_id = ${id} and state <> 'taken_back'
      order by handed_over_at desc, id limit 1
    )`;
}

function insertCash({ id }: LockedOrder) {
  return statement`
    insert into cod_collections (order_id, amount, due_at)
    select id, total_amount, now() + interval '7 days' from orders where id = ${id}
    on conflict (order_id) do update set state = 'due', collected_at = now(), due_at = excluded.due_at`;
}

function voidCash({ id }: LockedOrder) {
  return statement`update cod_collections set state = 'void' where order_id = ${id} and state = 'due'`;
}

function insertReturn({ id }: LockedOrder, { good = {}, damaged = {} }: StepInput, event: string) {
  return statement`
    insert into returned_items (order_item_id, event_id, order_id, user_id, good, damaged)
    select * from (
      select id, ${event}::bigint, order_id, user_id, coalesce(${piecesOf(good)}, 0) as good,
        coalesce(${piecesOf(damaged)}, 0) as damaged
      from order_items item where order_id = ${id}
    ) said where good + damaged > 0`;
}

/** The stock cannot become negative (products_stock_check): what was sold since cannot be taken out again. */
function takeAgain({ id }: LockedOrder, reason: string, back: ReturnType<typeof sql>) {
  return statement`
    insert into stock_movements (product_id, delta, reason, order_item_id, staff_id)
    select item.product_id, -back.pieces, ${reason}, item.id, current_staff()
    from order_items item cross join lateral (${back}) back
    where item.order_id = ${id} and back.pieces > 0 order by item.product_id`;
}

function takeCancelledAgain(order: LockedOrder) {
  return takeAgain(
    order,
    'cancelled',
    sql`select sum(delta) as pieces from stock_movements where order_item_id = item.id and reason = 'cancelled'`,
  );
}

function takeReturnedAgain(order: LockedOrder, event: string) {
  return takeAgain(
    order,
    'returned',
    sql`select good as pieces from returned_items
      where order_item_id = item.id and event_id = ${event}`,
  );
}

function deleteReturn(event: string) {
  return statement`delete from returned_items where event_id = ${event}`;
}

function settleReturns({ id }: LockedOrder, event: string) {
  return statement`
    update returned_items set settled = true, declined_by = ${event} where order_id = ${id} and not settled`;
}

function reopenReturns({ id }: LockedOrder, event: string) {
  return statement`
    update returned_items set settled = false, declined_by = null
    where order_id = ${id} and declined_by = ${event}`;
}
