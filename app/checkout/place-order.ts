import { call } from '#app/shell/api/api.ts';
import { ApiError, hasErrorCode } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import { tabStorage } from '#app/shell/web-storage.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { NewOrder, PlacedOrder } from '#contract/orders.ts';
import { createOrderAttempts, isSameRequest, type OrderAttempt } from './order-attempt.ts';

export const orderAttempts = createOrderAttempts(tabStorage(), randomId);

/**
 * Sends an order attempt and returns its order, the same one however often it is sent. `earlier`: whether the order may
 * be that of an earlier request of the attempt, whose response was lost. Throws what `call` throws; the attempt is
 * kept, so that a retry makes no second order.
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
    if (!(error instanceof ApiError) || (error.status >= 500 && error.code !== NO_ORDER_MADE))
      throw error;
    // The server has not processed the request, or an earlier one may still run: whether there is an order stays as it
    // was.
    if (NOT_PROCESSED.includes(error.status) || error.code === NO_ORDER_MADE)
      orderAttempts.mark(attempt, attempt.unanswered);
    // The server has refused the order, so there is none under this key. A key that was used for another request cannot
    // be used again.
    else if (error.code === 'idempotency_key_reused') orderAttempts.end();
    else orderAttempts.mark(attempt, false);
    throw error;
  }
}

/** The code with which the server refuses after it has found no order under this key. */
const NO_ORDER_MADE: ErrorCode = 'gateway_unavailable';

/** Statuses of requests that were not processed: not signed in, a second factor is required, too many requests. */
const NOT_PROCESSED: readonly number[] = [401, 403, 429];

type Sent = Pick<OrderAttempt, 'key' | 'body' | 'earlier'>;

/**
 * Sends the request. If the server has made an order of an earlier request under this key, sends that request again, to
 * get its order.
 */
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
