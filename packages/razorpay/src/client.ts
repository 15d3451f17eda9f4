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
import { failureOf, GatewayFailure, isUncertain, openSdk } from './sdk.ts';

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
  const { razorpay, post } = openSdk({ key, baseUrl: sandboxUrl ?? API_URL, timeoutMs });

  return {
    key,
    mode,
    createOrder: ({ amount, receipt }) =>
      request(GatewayOrder, () =>
        razorpay.orders.create({ amount, currency: 'INR', receipt, payment: CAPTURE }),
      ),
    async findOrder(receipt, amount) {
      const { items } = await request(listOf(GatewayOrder), () => razorpay.orders.all({ receipt }));
      return items.find((order) => order.receipt === receipt && order.amount === amount);
    },
    order: (id) => request(GatewayOrder, () => razorpay.orders.fetch(checked(ORDER_ID, id))),
    async paymentsOf(orderId) {
      const id = checked(ORDER_ID, orderId);
      return (await request(listOf(GatewayPayment), () => razorpay.orders.fetchPayments(id))).items;
    },
    payment: (id) =>
      request(GatewayPayment, () => razorpay.payments.fetch(checked(PAYMENT_ID, id))),
    capture: (id, amount) =>
      request(GatewayPayment, () =>
        razorpay.payments.capture(checked(PAYMENT_ID, id), amount, 'INR'),
      ),
    refund: (id, { amount, key: idempotencyKey, reason }) =>
      request(GatewayRefund, () =>
        post(
          `/v1/payments/${checked(PAYMENT_ID, id)}/refund`,
          { amount, speed: 'normal', notes: { refund: idempotencyKey, reason } },
          { 'X-Refund-Idempotency': idempotencyKey },
        ),
      ),
    async refundsOf(paymentId) {
      const id = checked(PAYMENT_ID, paymentId);
      const send = () => razorpay.payments.fetchMultipleRefund(id, { count: PAGE_SIZE });
      return (await request(listOf(GatewayRefund), send)).items;
    },
    dispute: (id) =>
      request(GatewayDispute, () => razorpay.disputes.fetch(checked(DISPUTE_ID, id))),
    async recentDisputes() {
      const send = () => razorpay.disputes.all({ count: PAGE_SIZE });
      const { items } = await request(listOf(z.unknown()), send);
      const parsed = items.map((item) => GatewayDispute.safeParse(item));
      return {
        disputes: parsed.flatMap(({ data }) => data ?? []),
        faults: parsed.flatMap(({ error }) => (error ? z.prettifyError(error) : [])),
      };
    },
    async recentPayments({ from, to, skip }) {
      const send = () => razorpay.payments.all({ from, to, skip, count: PAGE_SIZE });
      return (await request(listOf(GatewayPayment), send)).items;
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

/** The SDK puts ids into paths unchecked: `../orders/x` would request another path. */
function checked(pattern: RegExp, id: string): string {
  if (!pattern.test(id)) throw new GatewayFailure(400, 'NOT_AN_ID', 'refused before it was sent');
  return id;
}

async function request<T extends z.ZodType>(
  shape: T,
  send: () => Promise<unknown>,
): Promise<z.output<T>> {
  const response = await send().catch((error: unknown) => {
    throw failureOf(error);
  });
  const parsed = shape.safeParse(response);
  if (!parsed.success)
    throw new GatewayFailure(502, 'INVALID_RESPONSE', z.prettifyError(parsed.error));
  return parsed.data;
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
