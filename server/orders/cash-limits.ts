import { AppError } from '#contract/errors.ts';
import { toPaise } from '#domain/money.ts';
import type { Transaction } from '#server/database/database.ts';
import type { CashLimits } from '#server/environment/order-limits.ts';
import type { Shopper } from '#server/shopper.ts';
import { countOpenCashOrders } from './queries.ts';

/** @throws AppError cash_limit for an order that is too large. */
export function checkCashAmount({ maxTotal }: CashLimits, total: number): void {
  if (maxTotal !== null && toPaise(total) > toPaise(maxTotal)) throw new AppError('cash_limit');
}

/** @throws AppError cash_limit when the order just placed is one too many; the caller rolls it back. */
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
