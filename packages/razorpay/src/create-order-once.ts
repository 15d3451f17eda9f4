import { setTimeout as sleep } from 'node:timers/promises';
import type { Gateway } from './client.ts';
import type { GatewayOrder } from './entities.ts';
import { isUncertain } from './razorpay-error.ts';

const ATTEMPTS = 3;

/**
 * Makes the order of a receipt at most once. Razorpay knows neither an idempotency key nor a way to cancel an order, so
 * after an uncertain answer it is looked for by its receipt first.
 *
 * `amount` in paise; `tried`: an earlier call for this receipt may have made it. One call for a receipt at a time: the
 * caller sees to that.
 *
 * @throws GatewayFailure, after three attempts if it is uncertain whether the order was made.
 */
export async function createOrderOnce(
  gateway: Gateway,
  { amount, receipt, tried }: { amount: number; receipt: string; tried: boolean },
): Promise<GatewayOrder> {
  let lookFirst = tried;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const found = lookFirst ? await gateway.findOrder(receipt, amount) : undefined;
      return found ?? (await gateway.createOrder({ amount, receipt }));
    } catch (error) {
      if (!isUncertain(error) || attempt >= ATTEMPTS) throw error;
      lookFirst = true;
      await sleep(100 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}
