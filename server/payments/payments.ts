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
import type { AskLimit } from './ask-limit.ts';
import { findOpenIntent } from './intent-query.ts';
import { patienceFor } from './patience.ts';
import { startRounds } from './rounds.ts';
import { supersede } from './supersede.ts';
import { TIMING, type Till, type Timing } from './till.ts';

export type PaymentsOptions = {
  database: Database;
  unattended: Database;
  /** As `unattended`, for what comes round by the clock: it waits for no lock, others are due behind it. */
  rounds?: Database;
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
  askLimit?: AskLimit;
  timing?: Timing;
  gatewayTimeoutMs?: number;
  log: Log;
};

/** Everything that takes money, opened. */
export type Payments = {
  till: Till;
  events: Database;
  webhookSecrets: readonly string[];
  /** Gives up this payment of the shopper's, or (null) the one that holds goods for them; false when there is none. */
  giveUpPayment(shopper: Shopper, payment: string | null): Promise<boolean>;
  /** Starts to do what falls due; answers with the way to stop. */
  work(everyMs?: number): () => Promise<void>;
  /** Something has come in that can be done at once. */
  nudge(): void;
};

const ROUND_MS = 2_000;

export function openPayments(options: PaymentsOptions): Payments {
  const {
    database,
    unattended,
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
  const till: Till = {
    database,
    unattended,
    jobs,
    gateway: (settings && gateways.get(settings.key.id)) ?? null,
    gateways,
    script: sandbox?.script ?? CHECKOUT_SCRIPT,
    publicUrl,
    unpaidLimit: options.unpaidLimit ?? null,
    mayAsk: options.askLimit ?? (() => true),
    timing: options.timing ?? TIMING,
    patience: patienceFor(timeoutMs),
    log,
  };
  let nudge = () => {};
  return {
    till,
    events,
    webhookSecrets: settings?.webhookSecrets ?? [],
    async giveUpPayment(shopper, payment) {
      const [open] = payment
        ? [{ id: payment, holds_stock: true }]
        : await database.asShopper(shopper, findOpenIntent(shopper.userId));
      if (!open?.holds_stock) return false;
      await supersede(till, { id: open.id, user_id: shopper.userId });
      return true;
    },
    work(everyMs = ROUND_MS) {
      const rounds = startRounds({ ...till, unattended: options.rounds ?? unattended }, everyMs);
      nudge = rounds.nudge;
      return rounds.stop;
    },
    nudge: () => nudge(),
  };
}
