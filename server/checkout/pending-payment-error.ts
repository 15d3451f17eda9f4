import { AppError } from '#contract/errors.ts';

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
