import { call } from '#app/shell/api/api.ts';
import { ApiError } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import { tabStorage } from '#app/shell/document/web-storage.ts';
import type { PlacedOrder } from '#contract/orders.ts';
import { createOrderAttempts, type OrderAttempt } from './order-attempt.ts';

export const orderAttempts = createOrderAttempts(tabStorage(), randomId);

/**
 * Sends an order attempt and returns the order, the same one however often it is sent. Throws what `call` throws; the
 * attempt stays, so that a retry is not a second order.
 */
export async function placeOrder(attempt: OrderAttempt): Promise<PlacedOrder> {
  orderAttempts.mark(attempt, true);
  try {
    const placed = await call('POST /orders', {
      body: attempt.body,
      idempotencyKey: attempt.key,
    });
    orderAttempts.end();
    return placed;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    // The server refused: there is no order under this key. A key used for another request cannot be used again.
    if (error.code === 'idempotency_key_reused') orderAttempts.end();
    else orderAttempts.mark(attempt, false);
    throw error;
  }
}
