import { randomUUID } from 'node:crypto';
import { violates } from '@aparajita/postgres/error-codes';
import { AppError } from '#contract/errors.ts';
import type { NewOrder, PlacedOrder } from '#contract/orders.ts';
import { refusalWithoutPayment } from '#server/cart/refusal-without-payment.ts';
import { checkoutError, PendingPaymentError } from '#server/checkout/checkout-error.ts';
import {
  cancelExpiredPayments,
  findPendingPayments,
  lockCartProducts,
} from '#server/checkout/queries.ts';
import { checkUnpaidLimit } from '#server/checkout/unpaid-limit.ts';
import { hashOfRequest } from '#server/crypto/derived-keys.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import type { CashLimits, UnpaidLimit } from '#server/environment/order-limits.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Shopper } from '#server/shopper.ts';
import { checkCashAmount, checkCashBlock, checkOpenOrders, isTooLarge } from './cash-limits.ts';
import { placeInOneRoundTrip } from './place-in-one-round-trip.ts';
import { attemptOrder, type OrderRequest } from './queries.ts';

/**
 * Orders everything in the shopper's cart. The same key with the same body returns the same order, however often and
 * however concurrently it is sent.
 *
 * One transaction takes items, names, prices and total from `products`, copies the address, lowers the stock, empties
 * the cart and queues the confirmation email's job.
 *
 * @throws AppError cart_empty, address_not_found, product_gone, out_of_stock, price_changed (these three with the items
 * concerned), cart_changed, cash_limit, unpaid_limit, idempotency_key_reused, and gateway_unavailable while the shopper's
 * online payment is being confirmed.
 */
export async function placeOrder(
  {
    database,
    jobs,
    cancelOpenPayment,
    cashLimits: limitsNow,
    unpaidLimit = null,
    paysOnline = false,
  }: OrderDependencies,
  shopper: Shopper,
  order: NewOrder,
  idempotencyKey: string,
): Promise<PlacedOrder> {
  const request = { ...order, id: randomUUID(), idempotencyKey, requestHash: hashOf(order) };
  const cashLimits = limitsNow?.();
  const checkAmount = () =>
    cashLimits && checkCashAmount(cashLimits, order.total_amount, { paysOnline });
  const place = () =>
    database.transact(shopper, async (tx) => {
      // One batch, executed in order: the second sees a payment that opened while the first waited for the cart.
      const [{ placed, isNew }, payments, unpaidLimitError, blocked] = await Promise.all([
        attempt(tx, shopper, request),
        tx.rows(findPendingPayments(shopper)),
        checkUnpaidLimit(unpaidLimit, tx, shopper),
        checkCashBlock(tx, shopper, { paysOnline }),
      ]);
      // An order that an earlier request placed is returned, even if it exceeds the limits now.
      if (isNew) {
        if (blocked) throw blocked;
        checkAmount();
        const payment = payments.length > 0 ? await cancelExpired(tx, shopper) : undefined;
        if (payment && cancelOpenPayment) throw new PendingPaymentError('cart_changed', payment.id);
        if (unpaidLimitError) throw unpaidLimitError;
        const tooMany =
          cashLimits && (await checkOpenOrders(cashLimits, tx, shopper, { paysOnline }));
        if (tooMany) throw tooMany;
        await jobs.send(tx.withCommit, 'order-confirmation', {
          user_id: shopper.userId,
          email: shopper.email,
          order_id: placed.id,
        });
      }
      return placed;
    });
  /** Why the order would be refused even after the pending payment is cancelled: then it is not cancelled. */
  const refusal = () =>
    database.transact(shopper, async (tx) => {
      const [blocked, tooMany, refused] = await Promise.all([
        checkCashBlock(tx, shopper, { paysOnline }),
        cashLimits && checkOpenOrders(cashLimits, tx, shopper, { paysOnline, more: 1 }),
        refusalWithoutPayment(tx, shopper, order.total_amount, unpaidLimit),
      ]);
      return refused ?? blocked ?? tooMany ?? null;
    });
  const limits = { unpaidUnits: unpaidLimit, openOrders: cashLimits?.openOrders ?? null };
  const placed =
    cashLimits && isTooLarge(cashLimits, order.total_amount)
      ? null
      : await placeInOneRoundTrip({ database, jobs, limits }, shopper, request);
  if (placed) return placed;
  return place().catch(async (error) => {
    // A concurrent request with the same key may have placed the order meanwhile: the retry returns it.
    if (mayBeDuplicate(error)) return place();
    // Cash instead of a pending payment: cancel that first, which releases its stock.
    if (!cancelOpenPayment || !mayHavePendingPayment(error)) throw error;
    checkAmount();
    const refused = await refusal();
    if (mayBeDuplicate(refused)) return place();
    if (refused) throw refused;
    const pending = error instanceof PendingPaymentError ? error.payment : null;
    if (await cancelOpenPayment(shopper, pending)) return place();
    throw error;
  });
}

export type OrderDependencies = {
  database: Database;
  jobs: Jobs;
  /**
   * Cancels this online payment of the shopper's, or (null) the one that holds stock for them; false when there is
   * none. Absent where nobody can pay online.
   */
  cancelOpenPayment?: (shopper: Shopper, payment: string | null) => Promise<boolean>;
  /** What counts now; absent: cash orders are not limited. */
  cashLimits?: () => CashLimits;
  unpaidLimit?: UnpaidLimit;
  /** Whether the checkout offers to pay online; absent: cash only. */
  paysOnline?: boolean;
};

function mayHavePendingPayment(error: unknown): boolean {
  return (
    error instanceof PendingPaymentError ||
    (error instanceof AppError && error.code === 'out_of_stock')
  );
}

function mayBeDuplicate(error: unknown): boolean {
  return (
    violates(error, 'one_order_per_key') ||
    (error instanceof AppError && error.code === 'cart_empty')
  );
}

/**
 * Cancels the shopper's expired payments, because a late payment for one would order the same cart twice, and returns a
 * payment that is still pending. In statements of their own: few shoppers have any, and a second update in the order's
 * statement would cost every order a tenth more of it.
 */
async function cancelExpired(tx: Transaction, shopper: Shopper) {
  const [, [pending]] = await Promise.all([
    tx.rows(cancelExpiredPayments(shopper)),
    tx.rows(findPendingPayments(shopper)),
  ]);
  return pending;
}

async function attempt(tx: Transaction, shopper: Shopper, request: OrderRequest) {
  // Sent in one batch; the second statement takes its snapshot after the first has its locks.
  const [, [outcome]] = await Promise.all([
    tx.rows(lockCartProducts(shopper)),
    tx.rows(attemptOrder(shopper, request)),
  ]);
  if (!outcome) throw new Error('attemptOrder returned no row');
  const { id, order_number, total_amount, earlier_request } = outcome;
  if (id !== null && (earlier_request === null || earlier_request === request.requestHash)) {
    return { placed: { id, order_number, total_amount }, isNew: earlier_request === null };
  }
  throw checkoutError(outcome);
}

/** Does not depend on the order of the fields in the request body. */
function hashOf({ shipping_address_id, payment_method, total_amount }: NewOrder): string {
  return hashOfRequest([shipping_address_id, payment_method, total_amount]);
}
