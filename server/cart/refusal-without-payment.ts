import type { AppError } from '#contract/errors.ts';
import { cartTotal, itemProblem } from '#domain/cart.ts';
import { toPaise } from '#domain/money.ts';
import { checkoutError } from '#server/checkout/checkout-error.ts';
import { checkUnpaidLimit } from '#server/checkout/unpaid-limit.ts';
import type { Transaction } from '#server/database/database.ts';
import type { UnpaidLimit } from '#server/environment/order-limits.ts';
import type { Shopper } from '#server/shopper.ts';
import { listCartItems } from './queries.ts';

/**
 * Checks whether an order of the cart would be refused even if the shopper's open payment were cancelled, which would
 * release its stock. Call it before that payment is cancelled, so that a shopper whose order is refused keeps it.
 *
 * `cart_empty` may mean that a concurrent request has just placed the same order. The cart is read after the unpaid
 * limit, so that a full cart proves that the limit's count did not include that order.
 *
 * @param total in rupees, as the shopper sent it.
 * @returns the error, or null if the order seems possible.
 */
export async function refusalWithoutPayment(
  tx: Transaction,
  shopper: Shopper,
  total: number,
  unpaidLimit: UnpaidLimit,
): Promise<AppError | null> {
  const [unpaidLimitError, items] = await Promise.all([
    checkUnpaidLimit(unpaidLimit, tx, shopper, 'cart'),
    tx.rows(listCartItems(shopper)),
  ]);
  const isOrderable = items.every((item) => itemProblem(item) === null);
  if (items.length > 0 && isOrderable && cartTotal(items) === toPaise(total)) {
    return unpaidLimitError;
  }
  const problems = items.map(({ id: _, product_image: __, ...line }) => line);
  return checkoutError({
    earlier_request: null,
    lines: items.length,
    address_found: true,
    problems,
  });
}
