import { AppError } from '#contract/errors.ts';
import { toPaise } from '#domain/money.ts';
import type { Transaction } from '#server/database/database.ts';
import type { CashLimits } from '#server/environment/order-limits.ts';
import type { Shopper } from '#server/shopper.ts';
import { countOpenCashOrders, findCashBlock } from './queries.ts';

/** Whether the checkout offers to pay online. Only then the error message suggests it. */
type PaymentChoice = { paysOnline: boolean };

/** Whether an order of this sum, in rupees, cannot be paid in cash. */
export function isTooLarge({ maxTotal }: CashLimits, total: number): boolean {
  return maxTotal !== null && toPaise(total) > toPaise(maxTotal);
}

/** @throws AppError cash_limit for an order that is too large. */
export function checkCashAmount(
  limits: CashLimits,
  total: number,
  { paysOnline }: PaymentChoice,
): void {
  if (!isTooLarge(limits, total)) return;
  const message =
    'This order is too large for cash on delivery. Please order less, or write to us.';
  throw new AppError('cash_limit', paysOnline ? {} : { message });
}

/** Returns `cash_limit` when the shop takes no cash from the shopper. */
export async function checkCashBlock(
  tx: Transaction,
  shopper: Shopper,
  { paysOnline }: PaymentChoice,
): Promise<AppError | null> {
  const [block] = await tx.rows(findCashBlock(shopper));
  if (!block) return null;
  const way = paysOnline ? 'Please pay online, or write to us.' : 'Please write to us.';
  return new AppError('cash_limit', {
    message: `Cash on delivery is not available for your account. ${way}`,
  });
}

/**
 * Returns `cash_limit` when the shopper has more open cash orders than allowed. The count includes an order that was
 * placed in this transaction, which the caller then rolls back. `more`: the number of orders that are about to be placed.
 */
export async function checkOpenOrders(
  { openOrders }: CashLimits,
  tx: Transaction,
  shopper: Shopper,
  { paysOnline, more = 0 }: PaymentChoice & { more?: number },
): Promise<AppError | null> {
  if (openOrders === null) return null;
  const [row] = await tx.rows(countOpenCashOrders(shopper));
  if ((row?.open ?? 0) + more <= openOrders) return null;
  const way = paysOnline
    ? 'Please pay this one online.'
    : 'Please order again when one has arrived, or write to us.';
  return new AppError('cash_limit', {
    message: `You have ${openOrders} cash ${openOrders === 1 ? 'order on its' : 'orders on their'} way. ${way}`,
  });
}
