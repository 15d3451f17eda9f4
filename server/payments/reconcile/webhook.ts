import { createHash } from 'node:crypto';
import { readWebhook, subjectOf, type WebhookRequest } from '@aparajita/razorpay';
import type { Database } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { JobData } from '#server/jobs/queues.ts';
import { askGateway, type PaymentContext } from '#server/payments/context.ts';
import { recordDispute } from '#server/payments/disputes/record-dispute.ts';
import {
  findIntent,
  ownerOfGatewayOrder,
  ownerOfPayment,
} from '#server/payments/intents/intent.ts';
import { syncWithGateway } from '#server/payments/intents/sync-with-gateway.ts';
import { onBehalfOf } from '#server/shopper.ts';

/** A separate small pool: webhooks must not wait behind shoppers (measured beside 8 of them: p50 234 → 16 ms). */
export const WEBHOOK_CONNECTIONS = 2;

/**
 * Queues a job for an event of the gateway; an event that is sent more than once is queued once. Only the ids of what it
 * is about are kept: the job reads everything else from the gateway's API. False if the signature is wrong.
 */
export async function receiveEvent(
  { events, jobs, secrets }: { events: Database; jobs: Jobs; secrets: readonly string[] },
  request: WebhookRequest,
): Promise<boolean> {
  const eventId = readWebhook(secrets, request);
  if (!eventId) return false;
  const {
    orderId: order_id,
    paymentId: payment_id,
    disputeId: dispute_id,
  } = subjectOf(request.body);
  if (!order_id && !payment_id) return true; // about something else
  const event = {
    ...(order_id && { order_id }),
    ...(payment_id && { payment_id }),
    ...(dispute_id && { dispute_id }),
  };
  await events.transactAsGuest((tx) =>
    jobs.send(tx.withCommit, 'payment-event', event, { id: uuidOf(eventId) }),
  );
  return true;
}

/**
 * Syncs the intent and the dispute that the event is about with the gateway's API. Ignores events about payments of other
 * systems.
 */
export async function handleEvent(
  context: PaymentContext,
  { order_id, payment_id, dispute_id }: JobData['payment-event'],
): Promise<void> {
  const [ref] = order_id
    ? await context.systemDatabase.rows(ownerOfGatewayOrder(order_id))
    : await context.workerDatabase.rows(ownerOfPayment(payment_id ?? ''));
  if (!ref) return;
  await syncWithGateway(context, ref);
  if (!dispute_id) return;
  const [intent] = await context.systemDatabase.asShopper(onBehalfOf(ref.user_id), findIntent(ref));
  if (!intent) return;
  const dispute = await askGateway(context, intent, (gateway) => gateway.dispute(dispute_id));
  await recordDispute(context, ref.user_id, dispute);
}

/** The same UUID for the same event; the job queue has no other ids. */
function uuidOf(eventId: string): string {
  const hex = createHash('sha256').update(eventId).digest('hex').slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
