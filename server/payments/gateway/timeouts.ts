import { GatewayFailure } from '@aparajita/razorpay';
import { withTimeout } from '#server/process/with-timeout.ts';

/** How long a shopper waits for the gateway, in milliseconds, including all retries. */
export type GatewayTimeouts = {
  /** To find out whether a payment was paid. */
  sync: number;
  /** To create the gateway order that the payment window needs. */
  createOrder: number;
};

/**
 * 8 and 20 s where one gateway request may take 10: together less than the browser's own timeout (30 s,
 * app/shell/api/api-client.ts), after which it would have to send its request again.
 */
export function gatewayTimeouts(gatewayTimeoutMs: number): GatewayTimeouts {
  return { sync: 0.8 * gatewayTimeoutMs, createOrder: 2 * gatewayTimeoutMs };
}

/** The result of `work`, or a GatewayFailure after `ms`. Late work is safe: it makes its changes under locks. */
export function withGatewayTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = () => new GatewayFailure(0, 'TIMEOUT', 'took longer than a shopper should wait');
  return withTimeout(ms, work, late);
}
