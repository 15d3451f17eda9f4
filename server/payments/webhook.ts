import { readWebhook, type WebhookRequest } from '@aparajita/razorpay';
import type { Database } from '#server/database/database.ts';
import { storePaymentEvent } from './event-query.ts';

/** A separate small pool: webhooks must not wait behind shoppers (measured in the prototype: p50 234 → 16 ms). */
export const WEBHOOK_CONNECTIONS = 2;

/**
 * Only stores an event of the gateway: we later read the API and do not trust the event's content. False if the
 * signature is wrong. The gateway sends an event more than once; it is stored once.
 */
export async function storeEvent(
  database: Database,
  secrets: readonly string[],
  request: WebhookRequest,
): Promise<boolean> {
  const eventId = readWebhook(secrets, request);
  if (!eventId) return false;
  await database.rows(storePaymentEvent(eventId, Buffer.from(request.body)));
  return true;
}
