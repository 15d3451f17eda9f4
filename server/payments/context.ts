import type { Gateway } from '@aparajita/razorpay';
import { GatewayFailure } from '@aparajita/razorpay';
import { CHECK_TIMES, HOLD_SECONDS, WINDOW_SECONDS } from '#domain/payment.ts';
import type { UnpaidLimit } from '#server/checkout/unpaid-limit.ts';
import type { Database } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Log } from '#server/log.ts';
import type { GatewayLimit } from './gateway-limit.ts';
import type { GatewayTimeouts } from './timeouts.ts';

/** What taking money needs of the world. */
export type PaymentContext = {
  /** Lets a shopper in with their session: for what they ask for themselves. */
  database: Database;
  /** Lets a shopper in without one: webhooks and schedules act for them. */
  systemDatabase: Database;
  jobs: Jobs;
  /** The gateway that payments begin with; null when the shop takes cash alone. */
  gateway: Gateway | null;
  /** Every gateway whose payments may still be under way, by the id of its key. */
  gateways: ReadonlyMap<string, Gateway>;
  /** Where checkout.js comes from. */
  script: string;
  publicUrl: string;
  unpaidLimit: UnpaidLimit;
  /** For requests of shoppers; what is due by the clock always asks. */
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
  /** After the gateway did not answer, and how long one process keeps what it has taken up. */
  retry: number;
  lease: number;
  sweepEvery: number;
};

export const TIMING: Timing = {
  hold: HOLD_SECONDS,
  window: WINDOW_SECONDS,
  checks: CHECK_TIMES,
  retry: 15,
  lease: 60,
  sweepEvery: 60 * 60,
};

/** The gateway an intent was begun with: its key's secret has signed what we verify. */
export function gatewayOf(context: PaymentContext, { key_id }: { key_id: string }): Gateway {
  const gateway = context.gateways.get(key_id);
  if (!gateway) throw new GatewayFailure(0, 'UNKNOWN_KEY', `${key_id} is not among the settings`);
  return gateway;
}
