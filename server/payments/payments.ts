import {
  CHECKOUT_SCRIPT,
  GATEWAY_TIMEOUT_MS,
  type Gateway,
  type GatewaySettings,
  openGateway,
} from '@aparajita/razorpay';
import type { CheckoutTerms } from '#domain/decide-checkout.ts';
import type { Database } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import type { Log } from '#server/log.ts';
import type { Shopper } from '#server/shopper.ts';
import {
  type GatewayLimit,
  gatewayTimeouts,
  type PaymentContext,
  TIMING,
  type Timing,
} from './context.ts';
import { cancelPayment } from './intents/cancel-payment.ts';
import { checkIntent } from './intents/check-intent.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { handleEvent } from './reconcile/webhook.ts';
import { executeRefund } from './refunds/record-refunds.ts';

export type PaymentsOptions = {
  database: Database;
  systemDatabase: Database;
  /** Like `systemDatabase`, for jobs: it does not wait for locks, because that would delay other jobs. */
  jobDatabase?: Database;
  workerDatabase: Database;
  /** A separate pool, only for webhooks. */
  events: Database;
  jobs: Jobs;
  publicUrl: string;
  /** Null: the shop takes only cash. */
  gateway: GatewaySettings | null;
  /** URLs of the sandbox and of its checkout.js; null with keys of the real gateway. */
  sandbox: { url: string; script: string } | null;
  /** What the shop asks of an order now; absent: nothing, as in tests. */
  terms?: () => CheckoutTerms;
  /** Absent: no limit, as in tests. */
  gatewayLimit?: GatewayLimit;
  timing?: Timing;
  gatewayTimeoutMs?: number;
  log: Log;
};

/** What the routes, the jobs and the webhook need of payments. */
export type Payments = {
  context: PaymentContext;
  /** The same for jobs. */
  jobContext: PaymentContext;
  events: Database;
  webhookSecrets: readonly string[];
  /** Cancels a payment of the shopper's. */
  cancelPayment(shopper: Shopper, payment: string): Promise<void>;
};

export function openPayments(options: PaymentsOptions): Payments {
  const {
    database,
    systemDatabase,
    workerDatabase,
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
    workerDatabase,
    jobs,
    gateway: (settings && gateways.get(settings.key.id)) ?? null,
    gateways,
    script: sandbox?.script ?? CHECKOUT_SCRIPT,
    publicUrl,
    terms: options.terms ?? (() => ({})),
    mayAskGateway: options.gatewayLimit ?? (async () => true),
    timing: options.timing ?? TIMING,
    timeouts: gatewayTimeouts(timeoutMs),
    log,
  };
  return {
    context,
    jobContext: { ...context, systemDatabase: options.jobDatabase ?? systemDatabase },
    events,
    webhookSecrets: settings?.webhookSecrets ?? [],
    cancelPayment: ({ userId }, id) => cancelPayment(context, { id, user_id: userId }),
  };
}

type PaymentJob = 'payment-event' | 'payment-check' | 'payment-refund' | 'payment-reconcile';

/** What the jobs about payments do. Each asks the gateway, and may run twice or late without harm. */
export function paymentJobs(context: PaymentContext): Pick<JobHandlers, PaymentJob> {
  return {
    'payment-event': (event) => handleEvent(context, event),
    'payment-check': (intent) => checkIntent(context, intent),
    'payment-refund': (refund, isLastAttempt) => executeRefund(context, refund, isLastAttempt),
    'payment-reconcile': () => reconcile(context),
  };
}
