import * as z from 'zod';
import { type KeptEvent, ownerOfGatewayOrder, ownerOfPayment, settleEvent } from './event-query.ts';
import { GatewayFailure } from './gateway-failure.ts';
import type { Owned } from './intent.ts';
import { settle } from './settle.ts';
import type { Till } from './till.ts';

/**
 * Asks the API about whatever the event speaks of. What is not one of our checkouts is left alone; what fails is looked
 * at again, ever more slowly, whatever the reason. Throws only what nobody expected.
 */
export async function handleEvent(till: Till, event: KeptEvent): Promise<void> {
  try {
    const owned = await subjectOf(till, event.body);
    if (owned) await settle(till, owned);
    await done(till, event, null, owned ? null : 'not about a checkout of ours');
  } catch (error) {
    const wait = Math.min(till.timing.retry * 2 ** Math.min(event.attempts - 1, 8), 3600);
    await done(till, event, wait, error instanceof Error ? error.message : String(error));
    if (!(error instanceof GatewayFailure)) throw error;
  }
}

const entity = <T extends z.ZodType>(shape: T) => z.object({ entity: shape }).optional();
const Event = z.object({
  payload: z.object({
    payment: entity(z.object({ id: z.string(), order_id: z.string().nullish() })),
    order: entity(z.object({ id: z.string() })),
    refund: entity(z.object({ payment_id: z.string() })),
  }),
});

async function subjectOf(till: Till, body: Buffer): Promise<Owned | undefined> {
  const parsed = Event.safeParse(parseJson(body));
  if (!parsed.success) return undefined;
  const { payment, order, refund } = parsed.data.payload;
  const orderId = payment?.entity.order_id ?? order?.entity.id;
  const paymentId = payment?.entity.id ?? refund?.entity.payment_id;
  if (orderId) return (await till.unattended.rows(ownerOfGatewayOrder(orderId)))[0];
  if (paymentId) return (await till.unattended.rows(ownerOfPayment(paymentId)))[0];
  return undefined;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined; // signed and still not JSON: kept for whoever looks into it
  }
}

async function done(
  till: Till,
  { event_id }: KeptEvent,
  retrySeconds: number | null,
  error: string | null,
): Promise<void> {
  await till.unattended.rows(settleEvent(event_id, retrySeconds, error));
}
