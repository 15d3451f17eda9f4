import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { Id, optionalText, ProductId, Timestamp } from '#contract/fields.ts';
import { forRoles } from './staff-endpoint.ts';

/** Reasons for a stock change by hand; a count has its own endpoint. */
export const MOVEMENT_REASONS = ['received', 'damaged', 'sample'] as const;
export const ALL_MOVEMENT_REASONS = [
  'opening',
  ...MOVEMENT_REASONS,
  'count',
  'cancelled',
  'returned_to_origin',
  'returned',
] as const;

/** The pieces of a product. */
export const StockLevel = z.object({
  /** Free to sell. */
  stock: z.number(),
  /** Held by payments that are under way. */
  held: z.number(),
  /** Sold and not handed over yet: still on the shelf. */
  reserved: z.number(),
  /** Sold in the last thirty days. */
  sold: z.number(),
  low: z.boolean(),
  /**
   * The id of the newest movement that changed the pieces on the shelf; a cancelled order's pieces had never left it.
   */
  last_movement: z.number(),
});
export type StockLevel = z.infer<typeof StockLevel>;

/** One line of a product's ledger: a movement, a sale or a hold. */
export const StockMovement = z.object({
  id: z.string(),
  at: Timestamp,
  delta: z.number(),
  reason: z.enum([...ALL_MOVEMENT_REASONS, 'sold', 'held']),
  note: z.nullable(z.string()),
  staff: z.nullable(z.string()),
  order_id: z.nullable(Id),
});
export type StockMovement = z.infer<typeof StockMovement>;

const pieces = (least: number) => z.int().check(z.minimum(least), z.maximum(100_000));

/** `pieces` is always positive; the reason says whether they come or go. */
const MovementForm = z.strictObject({
  reason: z.enum(MOVEMENT_REASONS),
  pieces: pieces(1),
  note: z.optional(optionalText(200)),
});

/**
 * The counted pieces, and what was expected when the count began: `shown` is the sum of `stock`, `reserved` and `held`,
 * `last_movement` the newest movement. Sales since then do not invalidate the count; other movements do.
 */
const CountForm = z.strictObject({
  counted: pieces(0),
  shown: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
  last_movement: z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
  note: z.optional(optionalText(200)),
});

const product = z.object({ id: ProductId });

const parcels = forRoles('owner', 'packer');

export const stockEndpoints = {
  'GET /admin/stock/{id}/movements': parcels({
    summary: 'The last 100 lines of a product’s ledger, newest first',
    params: product,
    response: z.array(StockMovement),
    errors: ['product_not_found'],
  }),
  'POST /admin/stock/{id}/movements': parcels({
    summary: 'Receive goods, or take damaged ones and samples out',
    params: product,
    body: MovementForm,
    idempotent: true,
    status: 201,
    response: StockLevel,
    errors: ['product_not_found', 'idempotency_key_reused', 'stock_changed', 'pieces_sold'],
  }),
  'POST /admin/stock/{id}/counts': parcels({
    summary: 'Write the difference between what was counted and what was shown',
    params: product,
    body: CountForm,
    idempotent: true,
    status: 201,
    response: StockLevel,
    errors: ['product_not_found', 'idempotency_key_reused', 'stock_changed', 'pieces_sold'],
  }),
} as const satisfies EndpointTable;
