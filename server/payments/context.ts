import { type Gateway, GatewayFailure, modeOf } from '@aparajita/razorpay';
import { CHECK_TIMES, HOLD_SECONDS, WINDOW_SECONDS } from '#domain/payment.ts';
import type { Database } from '#server/database/database.ts';
import type { UnpaidLimit } from '#server/environment/order-limits.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Log } from '#server/log.ts';
import type { GatewayLimit } from './gateway/gateway-limit.ts';
import type { GatewayTimeouts } from './gateway/timeouts.ts';

/** Dependencies of all payment functions. */
export type PaymentContext = {
  /** Runs queries with the shopper's session: for requests of shoppers. */
  database: Database;
  /** Runs queries as a shopper without a session: for webhooks and jobs. */
  systemDatabase: Database;
  jobs: Jobs;
  /** The gateway for new payments; null when the shop takes only cash. */
  gateway: Gateway | null;
  /** The current gateway and that of the previous key, by key id: a key's secret signs the payments begun with it. */
  gateways: ReadonlyMap<string, Gateway>;
  /** URL of checkout.js. */
  script: string;
  publicUrl: string;
  unpaidLimit: UnpaidLimit;
  /** Rate limit for requests of shoppers; jobs are not limited. */
  mayAskGateway: GatewayLimit;
  timing: Timing;
  timeouts: GatewayTimeouts;
  log: Log;
};

/** All in seconds. */
export type Timing = {
  hold: number;
  window: number;
  checks: readonly number[];
  /** The shortest time between two checks while the gateway does not answer. */
  retry: number;
};

export const TIMING: Timing = {
  hold: HOLD_SECONDS,
  window: WINDOW_SECONDS,
  checks: CHECK_TIMES,
  retry: 15,
};

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
