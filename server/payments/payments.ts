import type { GatewaySettings } from '@aparajita/razorpay';
import {
  CHECKOUT_SCRIPT,
  GATEWAY_TIMEOUT_MS,
  type Gateway,
  openGateway,
} from '@aparajita/razorpay';
import type { UnpaidLimit } from '#server/checkout/unpaid-limit.ts';
import type { Database } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Log } from '#server/log.ts';
import type { Shopper } from '#server/shopper.ts';
import { cancelPayment } from './cancel-payment.ts';
import { type PaymentContext, TIMING, type Timing } from './context.ts';
import type { GatewayLimit } from './gateway-limit.ts';
import { findOpenIntent } from './intent-query.ts';
import { startPoller } from './poller.ts';
import { gatewayTimeouts } from './timeouts.ts';

export type PaymentsOptions = {
  database: Database;
  systemDatabase: Database;
  /** As `systemDatabase`, for what comes round by the clock: it waits for no lock, others are due behind it. */
  pollingDatabase?: Database;
  /** A pool of its own, for webhooks alone. */
  events: Database;
  jobs: Jobs;
  publicUrl: string;
  /** Null: the shop takes cash alone. */
  gateway: GatewaySettings | null;
  /** Where the sandbox listens and where its checkout.js is; null with keys of the real gateway. */
  sandbox: { url: string; script: string } | null;
  unpaidLimit?: UnpaidLimit;
  /** Absent: a shopper may have the gateway asked without end, as in trials. */
  gatewayLimit?: GatewayLimit;
  timing?: Timing;
  gatewayTimeoutMs?: number;
  log: Log;
};

/** Everything that takes money, opened. */
export type Payments = {
  context: PaymentContext;
  events: Database;
  webhookSecrets: readonly string[];
  /** Gives up this payment of the shopper's, or (null) the one that holds goods for them; false when there is none. */
  cancelOpenPayment(shopper: Shopper, payment: string | null): Promise<boolean>;
  /** Starts to do what falls due; answers with the way to stop. */
  work(everyMs?: number): () => Promise<void>;
  /** Something has come in that can be done at once. */
  wake(): void;
};

const POLL_MS = 2_000;

export function openPayments(options: PaymentsOptions): Payments {
  const {
    database,
    systemDatabase,
    events,
    jobs,
    publicUrl,
    gateway: settings,
    sandbox,
    log,
  } = options;
  const keys = settings ? [settings.key, settings.previousKey].filter((key) => key !== null) : [];
  const timeoutMs = options.gatewayTimeoutMs ?? GATEWAY_TIMEOUT_MS;
  const gateways = new Map<string, Gateway>();
  for (const key of keys) {
    gateways.set(key.id, openGateway({ key, sandboxUrl: sandbox?.url ?? null, timeoutMs }));
  }
  const context: PaymentContext = {
    database,
    systemDatabase,
    jobs,
    gateway: (settings && gateways.get(settings.key.id)) ?? null,
    gateways,
    script: sandbox?.script ?? CHECKOUT_SCRIPT,
    publicUrl,
    unpaidLimit: options.unpaidLimit ?? null,
    mayAskGateway: options.gatewayLimit ?? (() => true),
    timing: options.timing ?? TIMING,
    timeouts: gatewayTimeouts(timeoutMs),
    log,
  };
  let wake = () => {};
  return {
    context,
    events,
    webhookSecrets: settings?.webhookSecrets ?? [],
    async cancelOpenPayment(shopper, payment) {
      const [open] = payment
        ? [{ id: payment, holds_stock: true }]
        : await database.asShopper(shopper, findOpenIntent(shopper.userId));
      if (!open?.holds_stock) return false;
      await cancelPayment(context, { id: open.id, user_id: shopper.userId });
      return true;
    },
    work(everyMs = POLL_MS) {
      const pollingDatabase = startPoller(
        { ...context, systemDatabase: options.pollingDatabase ?? systemDatabase },
        everyMs,
      );
      wake = pollingDatabase.wake;
      return pollingDatabase.stop;
    },
    wake: () => wake(),
  };
}
