import { GatewayFailure, subjectOf } from '@aparajita/razorpay';
import type { PaymentContext } from './context.ts';
import { type KeptEvent, ownerOfGatewayOrder, ownerOfPayment, settleEvent } from './event-query.ts';
import type { IntentRef } from './intent.ts';
import { syncWithGateway } from './sync-with-gateway.ts';

/**
 * Asks the API about whatever the event speaks of. What is not one of our checkouts is left alone; what fails is looked
 * at again, ever more slowly, whatever the reason. Throws only what nobody expected.
 */
export async function handleEvent(context: PaymentContext, event: KeptEvent): Promise<void> {
  try {
    const owned = await findIntent(context, event.body);
    if (owned) await syncWithGateway(context, owned);
    await done(context, event, null, owned ? null : 'not about a checkout of ours');
  } catch (error) {
    const wait = Math.min(context.timing.retry * 2 ** Math.min(event.attempts - 1, 8), 3600);
    await done(context, event, wait, error instanceof Error ? error.message : String(error));
    if (!(error instanceof GatewayFailure)) throw error;
  }
}

async function findIntent(context: PaymentContext, body: Buffer): Promise<IntentRef | undefined> {
  const { orderId, paymentId } = subjectOf(body);
  if (orderId) return (await context.systemDatabase.rows(ownerOfGatewayOrder(orderId)))[0];
  if (paymentId) return (await context.systemDatabase.rows(ownerOfPayment(paymentId)))[0];
  return undefined;
}

async function done(
  context: PaymentContext,
  { event_id }: KeptEvent,
  retrySeconds: number | null,
  error: string | null,
): Promise<void> {
  await context.systemDatabase.rows(settleEvent(event_id, retrySeconds, error));
}
