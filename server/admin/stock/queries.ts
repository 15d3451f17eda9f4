import { sql } from 'kysely';
import type { MOVEMENT_REASONS, StockLevel, StockMovement } from '#contract/admin/stock.ts';
import { statement } from '#server/database/tables.ts';
import { lowStock } from '#server/shop-settings/shop-settings.ts';

/** The columns of a product's `StockLevel`; the query joins `stock_levels` as `level`. */
export const STOCK_LEVEL = sql<StockLevel>`stock, held, reserved, sold, active and stock <= ${lowStock} as low, coalesce((
    select m.id from stock_movements m where m.product_id = products.id and m.reason <> 'cancelled'
    order by m.id desc limit 1
  ), 0)::float8 as last_movement`;

export function stockLevel(product: string) {
  return statement<StockLevel>`
    select ${STOCK_LEVEL} from products join stock_levels level on level.product_id = products.id
    where products.id = ${product}`;
}

export function stockMovements(product: string, limit: number) {
  return statement<StockMovement>`
    select history.id, history.at, delta, reason, note, staff.email as staff, order_id
    from stock_history(${product}, ${limit}) history left join staff on staff.user_id = history.staff_id`;
}

/**
 * Writes a movement, once per key; the table's trigger changes the stock and refuses a negative one. No row if the key was
 * used before.
 */
export function insertMovement(
  product: string,
  movement: {
    delta: number;
    reason: (typeof MOVEMENT_REASONS)[number] | 'count';
    note: string | null;
    key: string;
  },
) {
  const { delta, reason, note, key } = movement;
  return statement<{ id: string }>`
    insert into stock_movements (product_id, delta, reason, staff_id, note, idempotency_key)
    values (${product}, ${delta}, ${reason}, current_staff(), ${note}, current_staff() || ':' || ${key})
    on conflict (idempotency_key) do nothing
    returning id::text`;
}

/** The id of the newest movement besides this one that changed the pieces on hand; 0 for none. */
export function movementBefore(product: string, id: string) {
  return statement<{ id: number }>`
    select coalesce(max(id), 0)::float8 as id from stock_movements
    where product_id = ${product} and reason <> 'cancelled' and id <> ${id}`;
}

/** The movement that was written with a key. */
export function findMovementByKey(key: string) {
  return statement<{ product_id: string; delta: number; reason: string }>`
    select product_id, delta, reason from stock_movements
    where idempotency_key = current_staff() || ':' || ${key}`;
}
