import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import {
  DISPUTE_ID,
  GatewayDispute,
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  listOf,
  ORDER_ID,
  PAYMENT_ID,
} from './entities.ts';
import { type GatewayKey, type GatewayMode, modeOf } from './keys.ts';
import { GatewayFailure, isUncertain, openRequests } from './request.ts';

/** Razorpay's API. Amounts are integer paise. Every method rejects with `GatewayFailure` and nothing else. */
export type Gateway = {
  key: GatewayKey;
  mode: GatewayMode;
  createOrder(order: { amount: number; receipt: string }): Promise<GatewayOrder>;
  /** Finds the order of a receipt: tells whether an uncertain creation succeeded. */
  findOrder(receipt: string, amount: number): Promise<GatewayOrder | undefined>;
  order(id: string): Promise<GatewayOrder>;
  paymentsOf(orderId: string): Promise<GatewayPayment[]>;
  payment(id: string): Promise<GatewayPayment>;
  capture(id: string, amount: number): Promise<GatewayPayment>;
  /** The same key never refunds twice. */
  refund(
    id: string,
    refund: { amount: number; key: string; reason: string },
  ): Promise<GatewayRefund>;
  refundsOf(paymentId: string): Promise<GatewayRefund[]>;
  dispute(id: string): Promise<GatewayDispute>;
  /** Up to 100 disputes of the account, newest first; `faults` says what is wrong with those of an unknown shape. */
  recentDisputes(): Promise<{ disputes: GatewayDispute[]; faults: string[] }>;
  /** Up to 100 payments of the account, newest first, between two times in seconds since 1970. */
  recentPayments(range: { from: number; to: number; skip: number }): Promise<GatewayPayment[]>;
};

export type GatewayOptions = {
  key: GatewayKey;
  /** URL of the sandbox; must be null for keys of the real gateway, whose URL is fixed. */
  sandboxUrl: string | null;
  timeoutMs?: number;
};

const API_URL = 'https://api.razorpay.com';
/** Timeout of one request. */
export const GATEWAY_TIMEOUT_MS = 10_000;
/** How many payments or refunds one request returns at most. */
export const PAGE_SIZE = 100;

export function openGateway({
  key,
  sandboxUrl,
  timeoutMs = GATEWAY_TIMEOUT_MS,
}: GatewayOptions): Gateway {
  const mode = modeOf(key.id);
  if (!mode) throw new Error(`Not a key of the gateway: ${key.id}`);
  if ((mode === 'sandbox') !== (sandboxUrl !== null)) {
    throw new Error('Sandbox keys need the sandbox, and other keys must not use it');
  }
  if (sandboxUrl && new URL(sandboxUrl).hostname !== '127.0.0.1') {
    throw new Error('The sandbox must be on 127.0.0.1');
  }
  const send = openRequests({ key, baseUrl: sandboxUrl ?? API_URL, timeoutMs });

  return {
    key,
    mode,
    createOrder: ({ amount, receipt }) =>
      send(GatewayOrder, '/v1/orders', {
        body: { amount, currency: 'INR', receipt, payment: CAPTURE },
      }),
    async findOrder(receipt, amount) {
      const { items } = await send(listOf(GatewayOrder), '/v1/orders', { query: { receipt } });
      return items.find((order) => order.receipt === receipt && order.amount === amount);
    },
    order: async (id) => send(GatewayOrder, pathOf('orders', id)),
    paymentsOf: async (orderId) =>
      (await send(listOf(GatewayPayment), `${pathOf('orders', orderId)}/payments`)).items,
    payment: async (id) => send(GatewayPayment, pathOf('payments', id)),
    capture: async (id, amount) =>
      send(GatewayPayment, `${pathOf('payments', id)}/capture`, {
        body: { amount, currency: 'INR' },
      }),
    refund: async (id, { amount, key: idempotencyKey, reason }) =>
      send(GatewayRefund, `${pathOf('payments', id)}/refund`, {
        body: { amount, speed: 'normal', notes: { refund: idempotencyKey, reason } },
        headers: { 'X-Refund-Idempotency': idempotencyKey },
      }),
    refundsOf: async (paymentId) => {
      const query = { count: PAGE_SIZE };
      const path = `${pathOf('payments', paymentId)}/refunds`;
      return (await send(listOf(GatewayRefund), path, { query })).items;
    },
    dispute: async (id) => send(GatewayDispute, pathOf('disputes', id)),
    async recentDisputes() {
      const query = { count: PAGE_SIZE };
      const { items } = await send(listOf(z.unknown()), '/v1/disputes', { query });
      const parsed = items.map((item) => GatewayDispute.safeParse(item));
      return {
        disputes: parsed.flatMap(({ data }) => data ?? []),
        faults: parsed.flatMap(({ error }) => (error ? z.prettifyError(error) : [])),
      };
    },
    async recentPayments(range) {
      const query = { ...range, count: PAGE_SIZE };
      return (await send(listOf(GatewayPayment), '/v1/payments', { query })).items;
    },
  };
}

/**
 * Razorpay captures a payment automatically if the bank authorizes it within half an hour; later we capture it or let
 * it expire.
 * https://razorpay.com/docs/payments/payments/capture-settings/api/
 */
const CAPTURE = {
  capture: 'automatic',
  capture_options: {
    automatic_expiry_period: 30,
    manual_expiry_period: 7200,
    refund_speed: 'normal',
  },
} as const;

const IDS = { orders: ORDER_ID, payments: PAYMENT_ID, disputes: DISPUTE_ID };

/** Refuses what is no id: `../orders/x` would lead to another path. */
function pathOf(kind: keyof typeof IDS, id: string): string {
  if (IDS[kind].test(id)) return `/v1/${kind}/${id}`;
  throw new GatewayFailure(400, 'NOT_AN_ID', 'refused before it was sent');
}

const MAX_ATTEMPTS = 3;

/**
 * Creates the order of a receipt at most once. Razorpay has no idempotency key for orders and cannot cancel them, so
 * after an uncertain answer this searches for the order by its receipt first.
 *
 * `amount` in paise; `mayExist`: an earlier call for this receipt may have created the order. The caller must not run two
 * calls for one receipt at the same time.
 *
 * @throws GatewayFailure, after three attempts if it is uncertain whether the order was made.
 */
export async function createOrderOnce(
  gateway: Gateway,
  { amount, receipt, mayExist }: { amount: number; receipt: string; mayExist: boolean },
): Promise<GatewayOrder> {
  let lookFirst = mayExist;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const found = lookFirst ? await gateway.findOrder(receipt, amount) : undefined;
      return found ?? (await gateway.createOrder({ amount, receipt }));
    } catch (error) {
      if (!isUncertain(error) || attempt >= MAX_ATTEMPTS) throw error;
      lookFirst = true;
      await sleep(100 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

/** Must be loaded from this URL: https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/ */
export const CHECKOUT_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';

/**
 * Content security policy sources that the payment window needs: its script and the risk script that it loads, its
 * frames, its API and its logs. From Razorpay's documentation and the issues razorpay-magento #537 and #542.
 */
export const CHECKOUT_SOURCES: Readonly<Record<string, string>> = {
  'script-src': 'https://checkout.razorpay.com https://cdn.razorpay.com',
  'frame-src': 'https://api.razorpay.com https://checkout.razorpay.com',
  'connect-src':
    'https://api.razorpay.com https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com',
  'img-src': 'https://cdn.razorpay.com',
  'form-action': 'https://api.razorpay.com',
};
