import { setTimeout as sleep } from 'node:timers/promises';
import type { Gateway } from './client.ts';
import type { GatewayOrder } from './entities.ts';
import { isUncertain } from './razorpay-error.ts';

const MAX_ATTEMPTS = 3;

/**
 * Creates the order of a receipt at most once. Razorpay has no idempotency key for orders and cannot cancel them, so
 * after an uncertain answer this searches for the order by its receipt first.
 *
 * `amount` in paise; `mayExist`: an earlier call for this receipt may have created the order. The caller must not run two
 * calls for one receipt at the same time.
 *
 * @throws GatewayFailure, after three attempts if it is uncertain whether the order was made.
 */
export async function createOrderOnce(
  gateway: Gateway,
  { amount, receipt, mayExist }: { amount: number; receipt: string; mayExist: boolean },
): Promise<GatewayOrder> {
  let lookFirst = mayExist;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const found = lookFirst ? await gateway.findOrder(receipt, amount) : undefined;
      return found ?? (await gateway.createOrder({ amount, receipt }));
    } catch (error) {
      if (!isUncertain(error) || attempt >= MAX_ATTEMPTS) throw error;
      lookFirst = true;
      await sleep(100 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}
