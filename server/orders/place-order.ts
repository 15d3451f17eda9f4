import { createHash } from 'node:crypto';
import type { NewOrder, PlacedOrder } from '#contract/orders.ts';
import { Refusal, type RefusedLine } from '#contract/refusals.ts';
import { lineProblem } from '#domain/cart.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { violates } from '../platform/database/failures.ts';
import type { Shopper } from '../platform/shopper.ts';
import { type Attempt, attemptOrder, lockCartProducts, type OrderRequest } from './queries.ts';

/**
 * Orders everything in the shopper's cart. The same key with the same body answers with the same order,
 * however often and however concurrently it is sent.
 *
 * Items, names, prices and total come from `products`; the address is copied; stock goes down; the cart
 * is emptied; the confirmation mail's job is queued: all in one transaction or not at all.
 * Refuses `cart_empty`, `address_not_found`, `product_gone`, `out_of_stock`, `price_changed` (these three with
 * the lines concerned), `cart_changed` and `idempotency_key_reused`.
 */
export async function placeOrder(
  { database, jobs }: { database: Database; jobs: Jobs },
  shopper: Shopper,
  order: NewOrder,
  idempotencyKey: string,
): Promise<PlacedOrder> {
  const request = { ...order, idempotencyKey, requestHash: hashOf(order) };
  const place = () =>
    database.transact(shopper, async (tx) => {
      const { placed, isNew } = await attempt(tx, shopper, request);
      if (isNew) {
        await jobs.send(tx, 'order-confirmation', {
          user_id: shopper.userId,
          email: shopper.email,
          order_id: placed.id,
        });
      }
      return placed;
    });
  return place().catch((error) => {
    // The same submission may have got in between our look and our order: look again.
    if (overtaken(error)) return place();
    throw error;
  });
}

function overtaken(error: unknown): boolean {
  return (
    violates(error, 'one_order_per_key') ||
    (error instanceof Refusal && error.code === 'cart_empty')
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
  throw refusalOf(outcome);
}

/** Why there is no order, the most fundamental reason first. */
function refusalOf({ earlier_request, lines, address_found, problems }: Attempt): Refusal {
  if (earlier_request !== null) return new Refusal('idempotency_key_reused');
  if (lines === 0) return new Refusal('cart_empty');
  if (!address_found) return new Refusal('address_not_found', { message: NO_ADDRESS });
  for (const code of ['product_gone', 'out_of_stock', 'price_changed'] as const) {
    const concerned = problems.filter((line) => lineProblem(line) === code);
    if (concerned.length > 0) {
      return new Refusal(code, { message: SENTENCES[code](concerned), lines: concerned.map(told) });
    }
  }
  return new Refusal('cart_changed');
}

const NO_ADDRESS = 'Please select a shipping address';

const SENTENCES = {
  product_gone: (lines: RefusedLine[]) => `${names(lines)} is no longer sold.`,
  out_of_stock: (lines: RefusedLine[]) =>
    lines.map((line) => `Only ${line.stock} of ${line.product_name} left.`).join(' '),
  price_changed: (lines: RefusedLine[]) => `The price of ${names(lines)} has changed.`,
};

function names(lines: RefusedLine[]): string {
  return new Intl.ListFormat('en').format(lines.map((line) => line.product_name));
}

function told({ available: _, ...line }: Attempt['problems'][number]): RefusedLine {
  return line;
}

/** The same for the same order, whatever the order of its fields on the wire. */
function hashOf({ shipping_address_id, payment_method, total_amount }: NewOrder): string {
  return createHash('sha256')
    .update(JSON.stringify([shipping_address_id, payment_method, total_amount]))
    .digest('base64url');
}
