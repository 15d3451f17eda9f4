import { createHmac, timingSafeEqual } from 'node:crypto';

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
