import { call } from '#app/shell/api/api.ts';
import { ApiError, hasErrorCode } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import { tabStorage } from '#app/shell/document/web-storage.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { NewOrder, PlacedOrder } from '#contract/orders.ts';
import { createOrderAttempts, isSameRequest, type OrderAttempt } from './order-attempt.ts';

export const orderAttempts = createOrderAttempts(tabStorage(), randomId);

/**
 * Sends an order attempt and returns the order, the same one however often it is sent; `earlier` where it may be that of
 * an earlier request whose response was lost. Throws what `call` throws; the attempt stays, so that a retry is not a
 * second order.
 */
export async function placeOrder(
  attempt: OrderAttempt,
): Promise<{ placed: PlacedOrder; earlier: boolean }> {
  orderAttempts.mark(attempt, true);
  try {
    const { placed, body } = await send(attempt);
    orderAttempts.end();
    return { placed, earlier: attempt.earlier.some((known) => isSameRequest(known, body)) };
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status >= 500 && error.code !== NOT_MADE))
      throw error;
    // Not even looked at, or an earlier request may still run: whether there is an order is as unknown as before.
    if (UNREAD.includes(error.status) || error.code === NOT_MADE)
      orderAttempts.mark(attempt, attempt.unanswered);
    // The server refused: there is no order under this key. A key used for another request cannot be used again.
    else if (error.code === 'idempotency_key_reused') orderAttempts.end();
    else orderAttempts.mark(attempt, false);
    throw error;
  }
}

/** The server looked for the order of this key before it asked the gateway: there is none. */
const NOT_MADE: ErrorCode = 'gateway_unavailable';

/** Signed out, a second factor is due, too many requests. */
const UNREAD: readonly number[] = [401, 403, 429];

type Sent = Pick<OrderAttempt, 'key' | 'body' | 'earlier'>;

/** Where the server already made an order of an earlier request under this key, asks for that one: none can follow it. */
async function send({
  key,
  body,
  earlier,
}: Sent): Promise<{ placed: PlacedOrder; body: NewOrder }> {
  try {
    return { placed: await call('POST /orders', { body, idempotencyKey: key }), body };
  } catch (error) {
    const [last, ...others] = earlier;
    if (!last || !hasErrorCode(error, 'idempotency_key_reused')) throw error;
    return send({ key, body: last, earlier: others });
  }
}
