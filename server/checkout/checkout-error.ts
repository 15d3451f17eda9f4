import { AppError, type RejectedItem } from '#contract/errors.ts';
import { itemProblem } from '#domain/cart.ts';
import type { CheckoutFindings } from './priced-cart.ts';

/** The error of a cart that could not be ordered or paid for; of several reasons the first in the order below. */
export function checkoutError({
  earlier_request,
  lines,
  address_found,
  problems,
}: CheckoutFindings): AppError {
  if (earlier_request !== null) return new AppError('idempotency_key_reused');
  if (lines === 0) return new AppError('cart_empty');
  if (!address_found) return new AppError('address_not_found', { message: NO_ADDRESS });
  for (const code of ['product_gone', 'out_of_stock', 'price_changed'] as const) {
    const concerned = problems.filter((line) => itemProblem(line) === code);
    if (concerned.length > 0) {
      return new AppError(code, {
        message: MESSAGES[code](concerned),
        lines: concerned.map(toRejectedItem),
      });
    }
  }
  return new AppError('cart_changed');
}

const NO_ADDRESS = 'Please select a shipping address';

const MESSAGES = {
  product_gone: (lines: RejectedItem[]) => `${names(lines)} is no longer sold.`,
  out_of_stock: (lines: RejectedItem[]) =>
    lines
      .map(({ stock, product_name }) =>
        stock === 0 ? `${product_name} is sold out.` : `Only ${stock} of ${product_name} left.`,
      )
      .join(' '),
  price_changed: (lines: RejectedItem[]) => `The price of ${names(lines)} has changed.`,
};

function names(lines: RejectedItem[]): string {
  return new Intl.ListFormat('en').format(lines.map((line) => line.product_name));
}

function toRejectedItem({
  available: _,
  ...line
}: CheckoutFindings['problems'][number]): RejectedItem {
  return line;
}

/**
 * Thrown to roll back an order or a new payment, because an earlier payment of the shopper (`payment`, its id) may still be
 * paid for the same cart, or because another process has locked it. The caller cancels that payment and tries again;
 * `code` is the shopper's error if it cannot be cancelled.
 */
export class PendingPaymentError extends AppError {
  readonly payment: string;

  constructor(code: 'cart_changed' | 'payment_closed', payment: string) {
    super(code);
    this.payment = payment;
  }
}
