import * as z from 'zod';
import { AppError } from '#contract/errors.ts';
import { isAmount, toPaise } from '#domain/money.ts';
import type { Transaction } from '#server/database/database.ts';
import type { Shopper } from '#server/shopper.ts';
import { countOpenCashOrders } from './queries.ts';

/** Limits for cash on delivery. Null, the default: no limit. */
export type CashLimits = {
  /** The largest order that may be paid in cash, in rupees. */
  maxTotal: number | null;
  /** How many undelivered cash orders one shopper may have. */
  openOrders: number | null;
};

export const cashEnvironment = {
  COD_MAX: z.coerce
    .number('must be an amount in rupees')
    .positive()
    .refine(isAmount, 'must be an amount in rupees and paise')
    .optional()
    .meta({
      group: 'Payments',
      description: 'The largest order in rupees that can be paid in cash.',
      unset: 'no limit',
      example: '5000',
    }),
  COD_MAX_OPEN_ORDERS: z.coerce.number('must be a number of orders').int().min(1).optional().meta({
    group: 'Payments',
    description: 'How many cash orders of one shopper may be open at the same time.',
    unset: 'no limit',
    example: '3',
  }),
};

/** Throws `cash_limit` for an order that is too large. */
export function checkCashAmount({ maxTotal }: CashLimits, total: number): void {
  if (maxTotal !== null && toPaise(total) > toPaise(maxTotal)) throw new AppError('cash_limit');
}

/** Throws `cash_limit` when the order just placed is one too many; the caller rolls it back. */
export async function checkOpenOrders(
  { openOrders }: CashLimits,
  tx: Transaction,
  shopper: Shopper,
): Promise<void> {
  if (openOrders === null) return;
  const [row] = await tx.rows(countOpenCashOrders(shopper));
  if ((row?.open ?? 0) > openOrders) {
    throw new AppError('cash_limit', {
      message: `You have ${openOrders} cash orders on their way. Please pay this one online.`,
    });
  }
}
