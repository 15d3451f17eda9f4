import { sql } from 'kysely';
import type { ShippingAddress } from '#contract/addresses.ts';
import type { AddressCorrection, ParcelCorrection } from '#contract/admin/order-actions.ts';
import { AppError } from '#contract/errors.ts';
import { ADDRESS_FIELDS } from '#domain/address.ts';
import { decideParcelCorrection, type ParcelFacts } from '#domain/decide-parcel-correction.ts';
import { isAddressFinal } from '#domain/order-verbs.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import { requireRow } from '#server/database/require-row.ts';
import { statement } from '#server/database/tables.ts';
import {
  type Change,
  insertNote,
  isRepeated,
  lockForChange,
  noteChange,
  refusal,
  requireVersion,
  unchanged,
} from './change-order.ts';
import { CASH_SETTLED, emailWaits, LAST_PARCEL } from './order-sql.ts';
import { findCurrentOrders } from './queries.ts';
import { takenMeanwhile } from './taken-meanwhile.ts';

/**
 * Corrects the address that an order goes to; the shopper's saved addresses do not change. A repeated request, or one
 * with the address that the order has, changes nothing.
 *
 * @throws AppError order_not_found; order_changed; not_allowed_now once the parcel is handed over.
 */
export function correctAddress(id: string, { version, ...form }: AddressCorrection): Change {
  return async (tx) => {
    const order = await lockForChange(tx, id);
    const { shipping_address: former } = requireRow(
      await tx.rows(statement<{ shipping_address: ShippingAddress }>`
        select shipping_address from orders where id = ${id}`),
    );
    const address = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, form[field] || null]));
    const fields = ADDRESS_FIELDS.filter((field) => address[field] !== (former[field] ?? null));
    if (fields.length === 0) return unchanged('correct_address', order);
    requireVersion(order, version);
    if (isAddressFinal(order.fulfilment)) throw refusal('not_allowed_now', order);
    await tx.rows(statement`
      update orders set shipping_address = ${JSON.stringify(address)}, version = version + 1 where id = ${id}`);
    const changed = (of: object) =>
      Object.fromEntries(Object.entries(of).filter(([field]) => fields.some((f) => f === field)));
    return noteChange(tx, order, {
      kind: 'correct_address',
      // Which fields, and not what stands in them: accountants and the shopper's timeline see events as well.
      data: { fields: fields.sort() },
      shown: true,
      audit: { before: changed(former), after: changed(address) },
    });
  };
}

type StoredParcel = {
  parcel: (ParcelFacts['parcel'] & { id: string; courier: string }) | null;
  courier: (ParcelFacts['courier'] & { name: string }) | null;
} & Pick<ParcelFacts, 'cash_settled' | 'email_waits'>;

/** The last parcel of an order, and what decides about its correction. */
function findParcel(id: string, courier: string) {
  return statement<StoredParcel>`
    select (
        select jsonb_build_object('id', parcel.id, 'courier_id', courier, 'courier', couriers.name,
          'tracking_number', tracking_number)
        from ${LAST_PARCEL} parcel join couriers on couriers.id = courier
      ) as parcel,
      (
        select jsonb_build_object('id', id, 'name', name, 'active', active, 'numbered', numbered)
        from couriers where id = ${courier}
      ) as courier,
      exists (select from cod_collections where order_id = orders.id and ${CASH_SETTLED}) as cash_settled,
      ${emailWaits(sql`(select max(at) from order_events where order_id = orders.id and kind = 'hand_over')`)} as email_waits
    from orders where id = ${id}`;
}

/**
 * Corrects the courier or the tracking number of a parcel that was handed over. The shopper gets an email if the parcel
 * is on its way and the former number was emailed. A repeated request, or one without a difference, changes nothing.
 *
 * @throws AppError order_not_found; order_changed; not_allowed_now before the hand-over, once the parcel is back or lost,
 * and for another courier once the cash was paid; not_found for an unknown courier; invalid_input without the number
 * that the courier needs; tracking_number_taken.
 */
export function correctParcel(id: string, correction: ParcelCorrection): Change {
  return async (tx) => {
    const order = await lockForChange(tx, id);
    const { parcel, courier, ...facts } = requireRow(
      await tx.rows(findParcel(id, correction.courier)),
    );
    const decision = decideParcelCorrection({ ...order, ...facts, parcel, courier }, correction);
    if ('unchanged' in decision) return unchanged('correct_parcel', order);
    if ('refused' in decision) throw refusal(decision.refused, order);
    if (!parcel || !courier) throw new AppError('not_found');
    const { number, told } = decision;
    const update = statement`
      update shipments set courier = ${courier.id}, tracking_number = ${number} where id = ${parcel.id}`;
    await tx.rows(update).catch(takenMeanwhile);
    await tx.rows(statement`update orders set version = version + 1 where id = ${id}`);
    if (courier.id !== parcel.courier_id) await tx.rows(countForOtherCourier(id));
    const parcelOf = (name: string, tracking: string | null) => ({
      courier: name,
      ...(tracking !== null && { tracking_number: tracking }),
    });
    const after = parcelOf(courier.name, number);
    return noteChange(tx, order, {
      kind: 'correct_parcel',
      data: { ...after, courier_id: courier.id },
      shown: told,
      audit: { before: parcelOf(parcel.courier, parcel.tracking_number), after },
    });
  };
}

/** The reports sum its day once more, if the parcel is in them already. */
function countForOtherCourier(id: string) {
  return statement`
    insert into report_changes (day) select india_day(created_at) from orders
    where id = ${id} and fulfilment = 'delivered'`;
}

/**
 * A note for the staff without a step, once per key; it waits for nobody who changes the order.
 *
 * @throws AppError order_not_found, idempotency_key_reused.
 */
export function addNote(id: string, text: string, key: string): Change {
  return async (tx) => {
    const order = requireRow(await tx.rows(findCurrentOrders([id])), 'order_not_found');
    const [written] = await tx.rows(insertNote(id, { text }, key));
    if (written) {
      await writeAudit(tx, 'note', ['order', id]);
      return unchanged('note', order);
    }
    const [former] = await tx.rows(statement<{ text: string }>`
      select data ->> 'text' as text from order_events
      where order_id = ${id} and staff_id = current_staff() and idempotency_key = ${key}`);
    isRepeated(former, { text });
    return unchanged('note', order);
  };
}
