import { type Gateway, GatewayFailure, modeOf } from '@aparajita/razorpay';
import type { PaymentContext } from '#server/payments/context.ts';

/**
 * Asks the gateway about a payment with the key it was begun with. If that key is no longer configured or the gateway
 * refuses it, asks with the current key: any active key of an account works for all its payments of the same mode, and
 * Razorpay deactivates a replaced key at once or after 24 hours. So `work` may run twice, and must be safe to repeat.
 *
 * Throws `GatewayFailure`; with the code UNKNOWN_KEY if no key of the payment's mode is configured.
 */
export async function askGateway<T>(
  context: PaymentContext,
  { key_id }: { key_id: string },
  work: (gateway: Gateway) => Promise<T>,
): Promise<T> {
  const current = context.gateway?.mode === modeOf(key_id) ? context.gateway : null;
  const gateway = context.gateways.get(key_id) ?? current;
  if (!gateway) throw new GatewayFailure(0, 'UNKNOWN_KEY', `${key_id} is not configured`);
  return work(gateway).catch((error: unknown) => {
    if (!current || current === gateway || !isKeyRefused(error)) throw error;
    return work(current);
  });
}

/** The gateway did nothing, because it does not know the key or has deactivated it. */
export function isKeyRefused(error: unknown): error is GatewayFailure {
  return error instanceof GatewayFailure && error.status === 401;
}
