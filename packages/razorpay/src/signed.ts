import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from './request.ts';

/**
 * True when `signature` is the hex HMAC-SHA256 of `message` under one of the secrets. Compares
 * in constant time, and never with an empty secret. Several secrets, because one may be replaced during payments.
 */
export function isSignedWith(
  secrets: readonly string[],
  message: string | Uint8Array,
  signature: string | undefined,
): boolean {
  if (!signature || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  return secrets.some(
    (secret) =>
      secret !== '' &&
      timingSafeEqual(createHmac('sha256', secret).update(message).digest(), given),
  );
}

/** The message that a payment's signature signs; the order id must be the stored one, not the browser's. */
export function paymentMessage(gatewayOrderId: string, paymentId: string): string {
  return `${gatewayOrderId}|${paymentId}`;
}

export type WebhookRequest = {
  body: Uint8Array;
  /** The header `x-razorpay-signature`. */
  signature: string | undefined;
  /** The header `x-razorpay-event-id`: the same for each delivery of one event. */
  eventId: string | undefined;
};

/**
 * The id of an event if its signature matches one of the secrets, else undefined.
 * https://razorpay.com/docs/webhooks/validate-test/
 */
export function readWebhook(
  secrets: readonly string[],
  { body, signature, eventId }: WebhookRequest,
): string | undefined {
  if (!eventId || eventId.length > 100 || !isSignedWith(secrets, body, signature)) return undefined;
  return eventId;
}

const entity = <T extends z.ZodType>(shape: T) => z.object({ entity: shape }).optional();
const Event = z.object({
  payload: z.object({
    payment: entity(z.object({ id: z.string(), order_id: z.string().nullish() })),
    order: entity(z.object({ id: z.string() })),
    refund: entity(z.object({ payment_id: z.string() })),
    dispute: entity(z.object({ id: z.string(), payment_id: z.string() })),
  }),
});

/** The ids of the order, the payment and the dispute that an event is about, where it has them. */
export function subjectOf(body: Uint8Array): {
  orderId?: string;
  paymentId?: string;
  disputeId?: string;
} {
  const parsed = Event.safeParse(parseJson(Buffer.from(body).toString()));
  if (!parsed.success) return {};
  const { payment, order, refund, dispute } = parsed.data.payload;
  const orderId = payment?.entity.order_id ?? order?.entity.id;
  const paymentId = payment?.entity.id ?? refund?.entity.payment_id ?? dispute?.entity.payment_id;
  const disputeId = dispute?.entity.id;
  return {
    ...(orderId && { orderId }),
    ...(paymentId && { paymentId }),
    ...(disputeId && { disputeId }),
  };
}
