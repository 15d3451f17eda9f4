import { type StockLevel, stockEndpoints } from '#contract/admin/stock.ts';
import { AppError } from '#contract/errors.ts';
import { insertAudit } from '#server/admin/audit/queries.ts';
import type { Transaction } from '#server/database/database.ts';
import type { StaffAccess, StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serve } from '#server/http/serve-endpoints.ts';
import {
  insertMovement,
  movementOf,
  productExists,
  stockLevels,
  stockMovements,
} from './queries.ts';

const MAX_PRODUCTS = 1000;
const MAX_MOVEMENTS = 100;

export function stockRoutes(staffDatabase: StaffDatabase, authenticate: Authenticate) {
  return serve(
    stockEndpoints,
    authenticate,
    {
      'GET /admin/stock': ({ staff }) => staff.rows(stockLevels(null, MAX_PRODUCTS)),

      'GET /admin/stock/{id}/movements': ({ staff, params }) =>
        staff.transact(async (tx) => {
          const [product] = await tx.rows(productExists(params.id));
          if (!product) throw new AppError('product_not_found');
          return tx.rows(stockMovements(params.id, MAX_MOVEMENTS));
        }),

      'POST /admin/stock/{id}/movements': ({ staff, params, body, idempotencyKey: key }) => {
        const { reason, pieces, note = null } = body;
        const delta = reason === 'received' ? pieces : -pieces;
        return move(staff, params.id, { delta, reason, note, key });
      },

      'POST /admin/stock/{id}/counts': ({ staff, params, body, idempotencyKey: key }) => {
        const { counted, shown, note = null } = body;
        return move(staff, params.id, { delta: counted - shown, reason: 'count', note, key });
      },
    },
    staffDatabase,
  );
}

/** @throws AppError product_not_found; stock_changed where less than nothing would be left. */
function move(
  staff: StaffAccess,
  product: string,
  movement: Parameters<typeof insertMovement>[1],
): Promise<StockLevel> {
  return staff
    .transact(async (tx) => {
      const [known] = await tx.rows(productExists(product));
      if (!known) throw new AppError('product_not_found');
      // A count that agrees changes nothing, and is in the log all the same.
      const [made] = movement.delta === 0 ? [{}] : await tx.rows(insertMovement(product, movement));
      if (made) {
        const { delta, reason, note } = movement;
        await tx.rows(
          insertAudit({
            verb: reason === 'count' ? 'count_stock' : 'move_stock',
            subject_type: 'product',
            subject_id: product,
            after: { delta, reason },
            ...(note !== null && { reason: note }),
          }),
        );
      }
      if (!made) await expectSame(tx, product, movement);
      const [level] = await tx.rows(stockLevels(product, 1));
      if (!level) throw new AppError('product_not_found');
      return level;
    })
    .catch((error) => {
      if (!isBelowNothing(error)) throw error;
      throw new AppError('stock_changed', {}, error);
    });
}

/** @throws AppError idempotency_key_reused where the key was sent before with another product, reason or number. */
async function expectSame(
  tx: Transaction,
  product: string,
  { delta, reason, key }: Parameters<typeof insertMovement>[1],
): Promise<void> {
  const [former] = await tx.rows(movementOf(key));
  if (former?.product_id === product && former.delta === delta && former.reason === reason) return;
  throw new AppError('idempotency_key_reused', {
    message: 'This was already sent with other details. Close the form and look at the history.',
  });
}

function isBelowNothing(error: unknown): boolean {
  return (
    error instanceof Error && 'constraint' in error && error.constraint === 'products_stock_check'
  );
}
