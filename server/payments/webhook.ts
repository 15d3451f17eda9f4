import type { Database } from '#server/database/database.ts';
import { keepPaymentEvent } from './event-query.ts';
import { isSignedWith } from './signatures.ts';

/** Its own small pool: acknowledging must not wait behind shoppers (measured in the prototype: p50 234 → 16 ms). */
export const WEBHOOK_CONNECTIONS = 2;

export type Delivery = {
  body: Uint8Array<ArrayBuffer>;
  signature: string | undefined;
  eventId: string | undefined;
};

/**
 * Keeps an event of the gateway and nothing more: it is a reason to ask the API, not something to believe. False for
 * what the gateway has not signed. The same event arrives more than once, and is kept once.
 * https://razorpay.com/docs/webhooks/validate-test/ : raw body, `x-razorpay-signature`, `x-razorpay-event-id`.
 */
export async function keepEvent(
  database: Database,
  secrets: readonly string[],
  { body, signature, eventId }: Delivery,
): Promise<boolean> {
  if (!eventId || eventId.length > 100 || !isSignedWith(secrets, body, signature)) return false;
  await database.rows(keepPaymentEvent(eventId, Buffer.from(body)));
  return true;
}
