import { readWebhook, type WebhookRequest } from '@aparajita/razorpay';
import type { Database } from '#server/database/database.ts';
import { keepPaymentEvent } from './event-query.ts';

/** Its own small pool: acknowledging must not wait behind shoppers (measured in the prototype: p50 234 → 16 ms). */
export const WEBHOOK_CONNECTIONS = 2;

/**
 * Keeps an event of the gateway and nothing more: it is a reason to ask the API, not something to believe. False for
 * what the gateway has not signed. The same event arrives more than once, and is kept once.
 */
export async function keepEvent(
  database: Database,
  secrets: readonly string[],
  request: WebhookRequest,
): Promise<boolean> {
  const eventId = readWebhook(secrets, request);
  if (!eventId) return false;
  await database.rows(keepPaymentEvent(eventId, Buffer.from(request.body)));
  return true;
}
