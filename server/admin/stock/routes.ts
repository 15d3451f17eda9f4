import { violates } from '@aparajita/postgres/error-codes';
import { sql } from 'kysely';
import type {
  MOVEMENT_REASONS,
  StockLevel,
  StockMovement,
  stockEndpoints,
} from '#contract/admin/stock.ts';
import { AppError } from '#contract/errors.ts';
import { type Pieces, piecesOnHand } from '#domain/stock.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import { lowStock } from '#server/shop-settings/shop-settings.ts';

const MAX_MOVEMENTS = 100;

type Movement = Parameters<typeof insertMovement>[1];
/** The state that the count's form showed: the expected pieces, and the id of the last movement. */
type CountStart = { shown: number; last_movement: number };

export const stockHandlers: Handlers<typeof stockEndpoints> = {
  'GET /admin/stock/{id}/movements': ({ staff, params }) =>
    staff.transact(async (tx) => {
      requireRow(await tx.rows(stockLevel(params.id)), 'product_not_found');
      return tx.rows(stockMovements(params.id, MAX_MOVEMENTS));
    }),

  'POST /admin/stock/{id}/movements': ({ staff, params, body, idempotencyKey: key }) => {
    const { reason, pieces, note = null } = body;
    const delta = reason === 'received' ? pieces : -pieces;
    return recordMovement(staff, params.id, { delta, reason, note, key });
  },

  'POST /admin/stock/{id}/counts': ({ staff, params, body, idempotencyKey: key }) => {
    const { counted, shown, last_movement, note = null } = body;
    const movement: Movement = { delta: counted - shown, reason: 'count', note, key };
    return recordMovement(staff, params.id, movement, { shown, last_movement });
  },
};

/**
 * Writes a movement. A count is accepted only if nothing but sales happened since it began, because pieces that came or
 * left since may have been counted or not.
 *
 * @throws AppError product_not_found; stock_changed if a count is outdated or more is taken than there is; pieces_sold if
 * the pieces are there but already sold.
 */
function recordMovement(
  staff: StaffAccess,
  product: string,
  movement: Movement,
  countStart?: CountStart,
): Promise<StockLevel> {
  return staff
    .transact(async (tx) => {
      requireRow(await tx.rows(stockLevel(product)), 'product_not_found');
      const { delta, reason, note } = movement;
      // A count without a difference is only written into the audit log.
      const [inserted] =
        delta === 0 ? [{ id: '0' }] : await tx.rows(insertMovement(product, movement));
      if (!inserted) await requireSame(tx, product, movement);
      // Read after the movement's trigger has locked the product.
      const level = requireRow(await tx.rows(stockLevel(product)), 'product_not_found');
      if (!inserted) return level;
      if (countStart) {
        const [before] = await tx.rows(movementBefore(product, inserted.id));
        requireUnchanged(countStart, piecesOnHand(level) - delta, before?.id);
      }
      const verb = reason === 'count' ? 'count_stock' : 'move_stock';
      await writeAudit(tx, verb, ['product', product], {
        before: { stock: level.stock - delta },
        after: { stock: level.stock, delta, reason },
        reason: note,
      });
      return level;
    })
    .catch(async (error) => {
      if (!violates(error, 'products_stock_check')) throw error;
      const level = requireRow(await staff.rows(stockLevel(product)), 'product_not_found');
      if (countStart) requireUnchanged(countStart, piecesOnHand(level), level.last_movement);
      throw tooFewLeft(level, movement.delta, countStart && countStart.shown + movement.delta);
    });
}

/** @throws AppError stock_changed, with the number that is expected now. */
function requireUnchanged(
  countStart: CountStart,
  expected: number,
  lastMovement: number | undefined,
): void {
  if (expected === countStart.shown && lastMovement === countStart.last_movement) return;
  throw new AppError('stock_changed', {
    message: `Pieces came or left since this count began: ${expected} are expected now, not ${countStart.shown}. Check your count, then save.`,
  });
}

/** @throws AppError idempotency_key_reused if the key was sent before with another product, reason or number. */
async function requireSame(
  tx: Transaction,
  product: string,
  { delta, reason, key }: Movement,
): Promise<void> {
  const [former] = await tx.rows(findMovementByKey(key));
  if (former?.product_id === product && former.delta === delta && former.reason === reason) return;
  throw new AppError('idempotency_key_reused', {
    message:
      'This was already saved with other details. Look at the history, then save only what is missing.',
  });
}

/**
 * The error of a movement that would make the stock negative. It names the pieces that are sold or held for payments,
 * which cannot be taken away, and says what to do.
 *
 * @param delta the change of the stock, negative.
 * @param counted the number that was counted; undefined if pieces were taken out.
 */
function tooFewLeft(level: Pieces, delta: number, counted: number | undefined): AppError {
  const { stock, reserved, held } = level;
  const problem =
    counted === undefined
      ? `${-delta} cannot be taken out, ${stock} free to sell`
      : `You counted ${counted}`;
  if (reserved + held === 0) return new AppError('stock_changed', { message: `${problem}.` });
  return new AppError('pieces_sold', {
    message: `${problem}: ${reserved} sold and not handed over, ${held} held by payments under way. ${
      reserved > 0
        ? 'Cancel an order that cannot be sent first, then save again.'
        : 'Save again when the payments have ended.'
    }`,
  });
}

/** The columns of a product's `StockLevel`; the query joins `stock_levels` as `level`. */
export const STOCK_LEVEL = sql<StockLevel>`stock, held, reserved, sold, active and stock <= ${lowStock} as low, coalesce((
    select m.id from stock_movements m where m.product_id = products.id and m.reason <> 'cancelled'
    order by m.id desc limit 1
  ), 0)::float8 as last_movement`;

function stockLevel(product: string) {
  return statement<StockLevel>`
    select ${STOCK_LEVEL} from products join stock_levels level on level.product_id = products.id
    where products.id = ${product}`;
}

function stockMovements(product: string, limit: number) {
  return statement<StockMovement>`
    select history.id, history.at, delta, reason, note, staff.email as staff, order_id
    from stock_history(${product}, ${limit}) history left join staff on staff.user_id = history.staff_id`;
}

/**
 * Writes a movement, once per key; the table's trigger changes the stock and refuses a negative one. No row if the key was
 * used before.
 */
function insertMovement(
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
function movementBefore(product: string, id: string) {
  return statement<{ id: number }>`
    select coalesce(max(id), 0)::float8 as id from stock_movements
    where product_id = ${product} and reason <> 'cancelled' and id <> ${id}`;
}

/** The movement that was written with a key. */
function findMovementByKey(key: string) {
  return statement<{ product_id: string; delta: number; reason: string }>`
    select product_id, delta, reason from stock_movements
    where idempotency_key = current_staff() || ':' || ${key}`;
}
