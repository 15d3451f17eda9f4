import { GatewayFailure } from '@aparajita/razorpay';

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

/**
 * The result of `work`, or a GatewayFailure after `ms`. The work goes on in the background; that is safe, because it
 * makes all its changes under locks.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    const late = new GatewayFailure(0, 'TIMEOUT', 'took longer than a shopper should wait');
    timer = setTimeout(() => reject(late), Math.max(0, ms));
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
