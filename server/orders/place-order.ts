import { createHash } from 'node:crypto';
import { violates } from '@aparajita/postgres/error-codes';
import { AppError } from '#contract/errors.ts';
import type { NewOrder, PlacedOrder } from '#contract/orders.ts';
import { checkoutError } from '#server/checkout/checkout-error.ts';
import { findPaymentsUnderWay, lockCartProducts } from '#server/checkout/queries.ts';
import { checkUnpaid, type UnpaidLimit } from '#server/checkout/unpaid-limit.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Shopper } from '#server/shopper.ts';
import { type CashLimits, checkCashAmount, checkOpenOrders } from './cash-limits.ts';
import { attemptOrder, type OrderRequest } from './queries.ts';

/**
 * Orders everything in the shopper's cart. The same key with the same body answers with the same order,
 * however often and however concurrently it is sent.
 *
 * Items, names, prices and total come from `products`; the address is copied; stock goes down; the cart
 * is emptied; the confirmation mail's job is queued: all in one transaction or not at all.
 * Refuses `cart_empty`, `address_not_found`, `product_gone`, `out_of_stock`, `price_changed` (these three with
 * the lines concerned), `cart_changed`, `cash_limit`, `unpaid_limit`, `idempotency_key_reused`, and `gateway_unavailable` while the
 * same shopper's online payment is being confirmed.
 */
export async function placeOrder(
  { database, jobs, cancelOpenPayment, cashLimits, unpaidLimit = null }: OrderDependencies,
  shopper: Shopper,
  order: NewOrder,
  idempotencyKey: string,
): Promise<PlacedOrder> {
  const request = { ...order, idempotencyKey, requestHash: hashOf(order) };
  if (cashLimits) checkCashAmount(cashLimits, order.total_amount);
  const place = () =>
    database.transact(shopper, async (tx) => {
      // Sent together and read one after the other: a payment that opened while this waited for the cart is seen.
      const [{ placed, isNew }, [payment], tooMany] = await Promise.all([
        attempt(tx, shopper, request),
        cancelOpenPayment ? tx.rows(findPaymentsUnderWay(shopper)) : [],
        checkUnpaid(unpaidLimit, tx, shopper),
      ]);
      if (isNew) {
        if (payment) throw new PaymentUnderWay(payment.id);
        if (tooMany) throw tooMany;
        if (cashLimits) await checkOpenOrders(cashLimits, tx, shopper);
        await jobs.send(tx.withCommit, 'order-confirmation', {
          user_id: shopper.userId,
          email: shopper.email,
          order_id: placed.id,
        });
      }
      return placed;
    });
  return place().catch(async (error) => {
    // The same submission may have got in between our look and our order: look again.
    if (overtaken(error)) return place();
    // Cash instead of a payment that was begun: that one is given up first, and what it holds is free again.
    if (!cancelOpenPayment || !mayBePaying(error)) throw error;
    const underWay = error instanceof PaymentUnderWay ? error.payment : null;
    if (await cancelOpenPayment(shopper, underWay)) return place();
    throw error;
  });
}

export type OrderDependencies = {
  database: Database;
  jobs: Jobs;
  /**
   * Gives up this online payment of the shopper's, or (null) the one that holds goods for them; false when there is
   * none. Absent where nobody can pay online.
   */
  cancelOpenPayment?: (shopper: Shopper, payment: string | null) => Promise<boolean>;
  cashLimits?: CashLimits;
  unpaidLimit?: UnpaidLimit;
};

/** Undoes the order: the same cart is being paid for online. */
class PaymentUnderWay extends AppError {
  readonly payment: string;

  constructor(payment: string) {
    super('cart_changed');
    this.payment = payment;
  }
}

function mayBePaying(error: unknown): boolean {
  return (
    error instanceof PaymentUnderWay || (error instanceof AppError && error.code === 'out_of_stock')
  );
}

function overtaken(error: unknown): boolean {
  return (
    violates(error, 'one_order_per_key') ||
    (error instanceof AppError && error.code === 'cart_empty')
  );
}

async function attempt(tx: Transaction, shopper: Shopper, request: OrderRequest) {
  // Both are sent at once; the second begins, and looks at the tables, when the first has its locks.
  const [, [outcome]] = await Promise.all([
    tx.rows(lockCartProducts(shopper)),
    tx.rows(attemptOrder(shopper, request)),
  ]);
  if (!outcome) throw new Error('Placing an order answered no row');
  const { placed, earlier_request } = outcome;
  if (placed && (earlier_request === null || earlier_request === request.requestHash)) {
    return { placed, isNew: earlier_request === null };
  }
  throw checkoutError(outcome);
}

/** The same for the same order, whatever the order of its fields on the wire. */
function hashOf({ shipping_address_id, payment_method, total_amount }: NewOrder): string {
  return createHash('sha256')
    .update(JSON.stringify([shipping_address_id, payment_method, total_amount]))
    .digest('base64url');
}
