import { countRequests } from '@aparajita/postgres/rate-limit';
import { type Gateway, GatewayFailure, modeOf } from '@aparajita/razorpay';
import type { CheckoutTerms } from '#domain/decide-checkout.ts';
import { CHECK_TIMES, HOLD_SECONDS, WINDOW_SECONDS } from '#domain/payment.ts';
import { type Database, queryRunner } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Log } from '#server/log.ts';
import { withTimeout } from '#server/process/with-timeout.ts';

/** Dependencies of all payment functions. */
export type PaymentContext = {
  /** Runs queries with the shopper's session: for requests of shoppers. */
  database: Database;
  /** Runs queries as a shopper without a session: for webhooks and jobs. */
  systemDatabase: Database;
  /** Finds payments without knowing whose they are, with the role shop_worker. */
  workerDatabase: Database;
  jobs: Jobs;
  /** The gateway for new payments; null when the shop takes only cash. */
  gateway: Gateway | null;
  /** The current gateway and that of the previous key, by key id: a key's secret signs the payments begun with it. */
  gateways: ReadonlyMap<string, Gateway>;
  /** URL of checkout.js. */
  script: string;
  publicUrl: string;
  /** What the shop asks of an order now. */
  terms: () => CheckoutTerms;
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

/** Counts one gateway request for this shopper; false when the shopper is over the limit. */
export type GatewayLimit = (userId: string) => Promise<boolean>;

/** One request in two seconds: far more than a shopper needs who pays, closes the window and tries again. */
const LIMIT = { points: 30, seconds: 60 };

/**
 * Limits how often one shopper's requests make the shop call the gateway. The gateway limits the whole account, and
 * over that limit nobody can pay: one shopper must not use it up for all others.
 */
export function limitGatewayRequests(database: Database): GatewayLimit {
  const rows = queryRunner((query) => database.rows(query));
  return async (userId) => {
    const count = { ...LIMIT, key: `gateway:${userId}`, challenge: false };
    return (await countRequests(rows, [count])) === undefined;
  };
}
