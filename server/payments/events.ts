import { GatewayFailure, subjectOf } from '@aparajita/razorpay';
import type { PaymentContext } from './context.ts';
import {
  finishEvent,
  ownerOfGatewayOrder,
  ownerOfPayment,
  type StoredEvent,
} from './event-query.ts';
import type { IntentRef } from './intent.ts';
import { syncWithGateway } from './sync-with-gateway.ts';

/**
 * Syncs the checkout that the event is about with the gateway's API. Ignores events about other checkouts. Retries
 * after any failure with growing delays. Throws only unexpected errors.
 */
export async function handleEvent(context: PaymentContext, event: StoredEvent): Promise<void> {
  try {
    const owned = await findIntent(context, event.body);
    if (owned) await syncWithGateway(context, owned);
    await finish(context, event, null, owned ? null : 'not about a checkout of this shop');
  } catch (error) {
    const wait = Math.min(context.timing.retry * 2 ** Math.min(event.attempts - 1, 8), 3600);
    await finish(context, event, wait, error instanceof Error ? error.message : String(error));
    if (!(error instanceof GatewayFailure)) throw error;
  }
}

async function findIntent(context: PaymentContext, body: Buffer): Promise<IntentRef | undefined> {
  const { orderId, paymentId } = subjectOf(body);
  if (orderId) return (await context.systemDatabase.rows(ownerOfGatewayOrder(orderId)))[0];
  if (paymentId) return (await context.systemDatabase.rows(ownerOfPayment(paymentId)))[0];
  return undefined;
}

async function finish(
  context: PaymentContext,
  { event_id }: StoredEvent,
  retrySeconds: number | null,
  error: string | null,
): Promise<void> {
  await context.systemDatabase.rows(finishEvent(event_id, retrySeconds, error));
}
