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
 * Why an order of the cart would be refused also without the shopper's open payment, whose stock it would get; null when
 * nothing is known. Ask before that payment is cancelled: after a refusal it may be all that the shopper has. `total` in
 * rupees, as the shopper sent it.
 *
 * `cart_empty` may mean that a concurrent request has placed the same order. So the cart is read last: what was counted
 * before a full cart does not include that order.
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
