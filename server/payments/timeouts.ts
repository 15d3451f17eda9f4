import { GatewayFailure } from '@aparajita/razorpay';

/** How long a shopper is kept waiting for the gateway, in milliseconds, however often it is asked meanwhile. */
export type GatewayTimeouts = {
  /** To hear whether something was paid. */
  asking: number;
  /** For the order that the payment window opens with. */
  creating: number;
};

/**
 * 8 and 20 s where one request may take 10: together less than the browser waits for our answer (30 s,
 * app/shell/api/api-caller.ts), because what it gives up it has to ask for again.
 */
export function gatewayTimeouts(gatewayTimeoutMs: number): GatewayTimeouts {
  return { asking: 0.8 * gatewayTimeoutMs, creating: 2 * gatewayTimeoutMs };
}

/**
 * What `work` comes to, or a GatewayFailure when that takes more than `ms`. The work goes on without the shopper: all
 * that it does it does under locks, so it harms nobody who did not wait.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    const late = new GatewayFailure(0, 'TOO_LATE', 'the shopper is not kept waiting any longer');
    timer = setTimeout(() => reject(late), Math.max(0, ms));
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
