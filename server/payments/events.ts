import { GatewayFailure, subjectOf } from '@aparajita/razorpay';
import { type KeptEvent, ownerOfGatewayOrder, ownerOfPayment, settleEvent } from './event-query.ts';
import type { Owned } from './intent.ts';
import { settle } from './settle.ts';
import type { Till } from './till.ts';

/**
 * Asks the API about whatever the event speaks of. What is not one of our checkouts is left alone; what fails is looked
 * at again, ever more slowly, whatever the reason. Throws only what nobody expected.
 */
export async function handleEvent(till: Till, event: KeptEvent): Promise<void> {
  try {
    const owned = await findIntent(till, event.body);
    if (owned) await settle(till, owned);
    await done(till, event, null, owned ? null : 'not about a checkout of ours');
  } catch (error) {
    const wait = Math.min(till.timing.retry * 2 ** Math.min(event.attempts - 1, 8), 3600);
    await done(till, event, wait, error instanceof Error ? error.message : String(error));
    if (!(error instanceof GatewayFailure)) throw error;
  }
}

async function findIntent(till: Till, body: Buffer): Promise<Owned | undefined> {
  const { orderId, paymentId } = subjectOf(body);
  if (orderId) return (await till.unattended.rows(ownerOfGatewayOrder(orderId)))[0];
  if (paymentId) return (await till.unattended.rows(ownerOfPayment(paymentId)))[0];
  return undefined;
}

async function done(
  till: Till,
  { event_id }: KeptEvent,
  retrySeconds: number | null,
  error: string | null,
): Promise<void> {
  await till.unattended.rows(settleEvent(event_id, retrySeconds, error));
}
