import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * True when `signature` is the hex HMAC-SHA256 of `message` under one of the secrets. Our own and not the SDK's, which
 * compares with `===` and takes an empty secret. Several secrets, because one is replaced while payments are under way.
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

/** What checkout.js signs a payment with; the order's id must be the one we have stored. */
export function paymentMessage(gatewayOrderId: string, paymentId: string): string {
  return `${gatewayOrderId}|${paymentId}`;
}
