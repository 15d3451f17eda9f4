import { randomUUID } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import { AppError } from '#contract/errors.ts';
import {
  type Checkout,
  type CheckoutRequest,
  type CheckoutTerms,
  decideCheckout,
} from '#domain/decide-checkout.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { Shopper } from '#server/shopper.ts';
import { countGuess } from './count-guess.ts';
import { type Decided, lockProducts, readFacts } from './queries.ts';
import { refusalError } from './refusal-error.ts';

/** How often to decide: the facts change meanwhile only for a shopper who does several things at once. */
const MAX_ATTEMPTS = 4;

type CheckoutOptions = {
  database: Database;
  terms: CheckoutTerms;
  /** Whether the checkout offers to pay online; a refusal of cash then says so. */
  paysOnline: boolean;
  /** Cancels a payment of the shopper's; throws `gateway_unavailable` while it is being confirmed. */
  cancelPayment: (id: string) => Promise<void>;
  /** The statement that writes what was decided: it begins with `decided`, and fails when a fact has changed. */
  insert: (id: string, decided: Decided) => CompiledQuery<Pick<Checkout, 'order_number'>>;
  /** Queues the job that follows. */
  queueJob: (tx: Transaction, id: string) => Promise<void>;
};

/**
 * Orders everything in the shopper's cart, or begins to pay for it online, in one transaction of two round trips: the first
 * reads the facts, `decideCheckout` decides, and the second writes that and commits. So products are locked only while
 * PostgreSQL works. When a fact has changed between the two, nothing is written, and it is decided again.
 *
 * The transaction takes the shopper's turn: of two requests at once the second one reads what the first has written.
 *
 * @returns what was written, or what the same request had made before.
 * @throws AppError with the code of the refusal; too_many_requests for too many orders with a discount code.
 */
export async function checkOut(
  options: CheckoutOptions,
  shopper: Shopper,
  request: CheckoutRequest,
): Promise<Checkout> {
  if (request.coupon_code !== null) await countGuess(options.database, shopper);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const decision = await decideAndWrite(options, shopper, request).catch((error) => {
      if (!hasChanged(error)) throw error;
    });
    if (!decision) continue;
    if ('refused' in decision) throw refusalError(decision.refused);
    if ('made' in decision) return decision.made;
    await options.cancelPayment(decision.cancel);
  }
  // Other tabs of this shopper change the cart or begin payments as fast as this request reads them.
  throw new AppError(request.keyId === null ? 'cart_changed' : 'payment_closed');
}

function decideAndWrite(
  { database, terms, paysOnline, insert, queueJob }: CheckoutOptions,
  shopper: Shopper,
  request: CheckoutRequest,
) {
  return database.transactInTurn(shopper, async (tx) => {
    const facts = requireRow(await tx.rows(readFacts(shopper, request)), 'internal');
    const decision = decideCheckout(request, facts, { ...terms, paysOnline });
    if (!('order' in decision)) return decision;
    const id = randomUUID();
    const [, , written] = await Promise.all([
      queueJob(tx, id),
      tx.rows(lockProducts(shopper)),
      tx.withCommit.rows(insert(id, { request, order: decision.order })),
    ]);
    return { made: { id, order_number: requireRow(written, 'internal').order_number } };
  });
}

/** Raised by roll_back_unless(). */
function hasChanged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SH409';
}
