import type { Gateway } from '@aparajita/razorpay';
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
