import { sql } from 'kysely';
import * as z from 'zod';
import { tables } from '../platform/database/tables.ts';
import { GatewayFailure } from './gateway-failure.ts';
import type { Owned } from './intent.ts';
import { settle } from './settle.ts';
import type { Till } from './till.ts';

type KeptEvent = { event_id: string; body: Buffer; attempts: number };

export function takeEvents(till: Till, limit: number): Promise<KeptEvent[]> {
  return till.unattended.rows(
    sql<KeptEvent>`
      select event_id, body, attempts
      from take_payment_events(${limit}, make_interval(secs => ${till.timing.lease}))`.compile(
      tables,
    ),
  );
}

/** Asks the API about whatever the event speaks of. What is not one of our checkouts is left alone. */
export async function handleEvent(till: Till, event: KeptEvent): Promise<void> {
  try {
    const owned = await subjectOf(till, event.body);
    if (owned) await settle(till, owned);
    await done(till, event.event_id, null, owned ? null : 'not about a checkout of ours');
  } catch (error) {
    if (!(error instanceof GatewayFailure)) throw error;
    const wait = Math.min(till.timing.retry * 2 ** Math.min(event.attempts - 1, 8), 3600);
    await done(till, event.event_id, wait, error.message);
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
  if (orderId) return ownerOfGatewayOrder(till, orderId);
  const paymentId = payment?.entity.id ?? refund?.entity.payment_id;
  return paymentId ? ownerOfPayment(till, paymentId) : undefined;
}

export async function ownerOfGatewayOrder(till: Till, id: string): Promise<Owned | undefined> {
  const [owned] = await till.unattended.rows(
    sql<Owned>`select id, user_id from intent_of_gateway_order(${id})`.compile(tables),
  );
  return owned;
}

async function ownerOfPayment(till: Till, id: string): Promise<Owned | undefined> {
  const [owned] = await till.unattended.rows(
    sql<Owned>`select id, user_id from intent_of_payment(${id})`.compile(tables),
  );
  return owned;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined; // signed and still not JSON: kept for whoever looks into it
  }
}

async function done(till: Till, id: string, retry: number | null, error: string | null) {
  await till.unattended.rows(
    sql`select settle_payment_event(${id}, make_interval(secs => ${retry}::float8), ${error})`.compile(
      tables,
    ),
  );
}
