import * as z from 'zod';
import {
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  listOf,
  ORDER_ID,
  PAYMENT_ID,
} from './entities.ts';
import { type GatewayKey, type GatewayMode, modeOf } from './keys.ts';
import { GatewayFailure } from './razorpay-error.ts';
import { failureOf, openSdk } from './sdk.ts';

/** Razorpay's API. Amounts are integer paise. Every method rejects with `GatewayFailure` and nothing else. */
export type Gateway = {
  key: GatewayKey;
  mode: GatewayMode;
  createOrder(order: { amount: number; receipt: string }): Promise<GatewayOrder>;
  /** The order made for a receipt, if one was: how an uncertain creation is found again. */
  findOrder(receipt: string, amount: number): Promise<GatewayOrder | undefined>;
  paymentsOf(orderId: string): Promise<GatewayPayment[]>;
  payment(id: string): Promise<GatewayPayment>;
  capture(id: string, amount: number): Promise<GatewayPayment>;
  /** The same key never gives money back twice. */
  refund(
    id: string,
    refund: { amount: number; key: string; reason: string },
  ): Promise<GatewayRefund>;
  refundsOf(paymentId: string): Promise<GatewayRefund[]>;
  /** Up to 100 payments of the account, newest first, of the time between two instants in seconds. */
  recentPayments(range: { from: number; to: number; skip: number }): Promise<GatewayPayment[]>;
};

export type GatewayOptions = {
  key: GatewayKey;
  /** Where the sandbox listens; refused for keys of the real gateway, whose address is fixed. */
  sandboxUrl: string | null;
  timeoutMs?: number;
};

const REAL = 'https://api.razorpay.com';
/** How long one answer may take. */
export const GATEWAY_TIMEOUT_MS = 10_000;
export const PAGE = 100;

export function openGateway({
  key,
  sandboxUrl,
  timeoutMs = GATEWAY_TIMEOUT_MS,
}: GatewayOptions): Gateway {
  const mode = modeOf(key.id);
  if (!mode) throw new Error(`Not a key of the gateway: ${key.id}`);
  if ((mode === 'sandbox') !== (sandboxUrl !== null)) {
    throw new Error('The sandbox is for sandbox keys, and sandbox keys are for the sandbox');
  }
  if (sandboxUrl && new URL(sandboxUrl).hostname !== '127.0.0.1') {
    throw new Error('The sandbox listens on this machine only');
  }
  const { razorpay, post } = openSdk({ key, baseUrl: sandboxUrl ?? REAL, timeoutMs });

  return {
    key,
    mode,
    createOrder: ({ amount, receipt }) =>
      ask(GatewayOrder, () =>
        razorpay.orders.create({ amount, currency: 'INR', receipt, payment: CAPTURE }),
      ),
    async findOrder(receipt, amount) {
      const { items } = await ask(listOf(GatewayOrder), () => razorpay.orders.all({ receipt }));
      return items.find((order) => order.receipt === receipt && order.amount === amount);
    },
    async paymentsOf(orderId) {
      const id = checked(ORDER_ID, orderId);
      return (await ask(listOf(GatewayPayment), () => razorpay.orders.fetchPayments(id))).items;
    },
    payment: (id) => ask(GatewayPayment, () => razorpay.payments.fetch(checked(PAYMENT_ID, id))),
    capture: (id, amount) =>
      ask(GatewayPayment, () => razorpay.payments.capture(checked(PAYMENT_ID, id), amount, 'INR')),
    refund: (id, { amount, key: idempotencyKey, reason }) =>
      ask(GatewayRefund, () =>
        post(
          `/v1/payments/${checked(PAYMENT_ID, id)}/refund`,
          { amount, speed: 'normal', notes: { refund: idempotencyKey, reason } },
          { 'X-Refund-Idempotency': idempotencyKey },
        ),
      ),
    async refundsOf(paymentId) {
      const id = checked(PAYMENT_ID, paymentId);
      const answer = () => razorpay.payments.fetchMultipleRefund(id, { count: PAGE });
      return (await ask(listOf(GatewayRefund), answer)).items;
    },
    async recentPayments({ from, to, skip }) {
      const answer = () => razorpay.payments.all({ from, to, skip, count: PAGE });
      return (await ask(listOf(GatewayPayment), answer)).items;
    },
  };
}

/**
 * Taken by itself when the bank says yes within half an hour, else left for us to take or to let go.
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

/** Ids become paths: the SDK would follow `../orders/x`. */
function checked(pattern: RegExp, id: string): string {
  if (!pattern.test(id)) throw new GatewayFailure(400, 'NOT_AN_ID', 'refused before it was sent');
  return id;
}

async function ask<T extends z.ZodType>(
  shape: T,
  question: () => Promise<unknown>,
): Promise<z.output<T>> {
  const answer = await question().catch((error: unknown) => {
    throw failureOf(error);
  });
  const parsed = shape.safeParse(answer);
  if (!parsed.success) throw new GatewayFailure(502, 'NO_SENSE', z.prettifyError(parsed.error));
  return parsed.data;
}
