import { AppError } from '#contract/errors.ts';

/**
 * Rolls an order or a new payment back: an earlier payment of the shopper may be getting paid for the same cart, or
 * another process has locked it. `code` is what the shopper is told when it cannot be cancelled.
 */
export class PendingPaymentError extends AppError {
  readonly payment: string;

  constructor(code: 'cart_changed' | 'payment_closed', payment: string) {
    super(code);
    this.payment = payment;
  }
}
