import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Refusal } from '#contract/refusals.ts';
import type { Database } from '../platform/database/database.ts';
import { tables } from '../platform/database/tables.ts';
import type { Gateway } from './gateway.ts';
import type { GatewayOrder } from './gateway-answers.ts';
import { isUncertain } from './gateway-failure.ts';
import { findIntent, type Intent, onBehalfOf } from './intent.ts';
import { gatewayOf, type Till } from './till.ts';

/**
 * The gateway's order of an intent, made at most once. Razorpay knows neither an idempotency key nor a way to cancel an
 * order, so one request at a time asks for it, and after an uncertain answer looks for it by its receipt first. Throws
 * `gateway_unavailable`; the intent stays, and a later try goes on from here.
 */
export async function ensureGatewayOrder(till: Till, intent: Intent): Promise<string> {
  if (intent.gateway_order_id) return intent.gateway_order_id;
  const asOwner = onBehalfOf(intent.user_id);
  const [claim] = await till.unattended.asShopper(asOwner, claimCreation(intent));
  if (!claim) return waitForOther(till.unattended, intent);
  try {
    const order = await create(gatewayOf(till, intent), intent, claim.tried);
    await till.unattended.asShopper(asOwner, keepGatewayOrder(intent, order.id));
    return order.id;
  } catch (error) {
    await till.unattended.asShopper(asOwner, endClaim(intent)).catch(() => {}); // it ends by itself
    throw error instanceof Refusal ? error : new Refusal('gateway_unavailable', {}, error);
  }
}

const TRIES = 3;

async function create(gateway: Gateway, intent: Intent, tried: boolean): Promise<GatewayOrder> {
  const order = { amount: intent.amount, receipt: intent.id.replaceAll('-', '') };
  let lookFirst = tried;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const found = lookFirst ? await gateway.findOrder(order.receipt, order.amount) : undefined;
      return found ?? (await gateway.createOrder(order));
    } catch (error) {
      if (!isUncertain(error) || attempt >= TRIES) throw error;
      lookFirst = true;
      await pause(100 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

/** A second click: the first is asking the gateway already. */
async function waitForOther(database: Database, intent: Intent): Promise<string> {
  for (let wait = 0; wait < 40; wait += 1) {
    await pause(200);
    const [now] = await database.asShopper(onBehalfOf(intent.user_id), findIntent(intent));
    if (now?.gateway_order_id) return now.gateway_order_id;
  }
  throw new Refusal('gateway_unavailable', {}, 'another request is still waiting for the gateway');
}

/** Longer than all tries of one request take. */
const CLAIM = '60 seconds';

function claimCreation({ id, user_id }: Intent) {
  return sql<{ tried: boolean }>`
    with free as (
      select creating_until from payment_intents
      where id = ${id} and user_id = ${user_id} and gateway_order_id is null
        and (creating_until is null or creating_until <= now())
      for no key update
    )
    update payment_intents set creating_until = now() + ${CLAIM}::interval
    from free where id = ${id} and user_id = ${user_id}
    returning free.creating_until is not null as tried`.compile(tables);
}

function keepGatewayOrder({ id, user_id }: Intent, orderId: string) {
  return sql`
    update payment_intents set gateway_order_id = coalesce(gateway_order_id, ${orderId}), creating_until = null
    where id = ${id} and user_id = ${user_id}`.compile(tables);
}

/** Leaves the mark that somebody has tried. */
function endClaim({ id, user_id }: Intent) {
  return sql`
    update payment_intents set creating_until = now()
    where id = ${id} and user_id = ${user_id} and gateway_order_id is null`.compile(tables);
}
