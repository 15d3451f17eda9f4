import { GatewayFailure } from '@aparajita/razorpay';
import type { Transaction } from '#server/database/database.ts';
import { findConfirmedByBank, planCheck } from './check-query.ts';
import type { PaymentContext } from './context.ts';
import { type Intent, type IntentRef, onBehalfOf } from './intent.ts';
import { lockIntent } from './intent-query.ts';
import { releaseIntent } from './stock.ts';
import { syncWithGateway } from './sync-with-gateway.ts';

/**
 * One look at an intent whose time has come. Goods go back only after the gateway has said that nobody has paid for
 * them; without an answer they are kept and the gateway is asked again soon. They are not kept when it will never be
 * asked again: then they go back, and the shop is written to.
 */
export async function checkIntent(context: PaymentContext, owned: IntentRef): Promise<void> {
  const asked = await syncWithGateway(context, owned).then(
    () => true,
    (error) => {
      if (!(error instanceof GatewayFailure)) throw error;
      context.log.warn({ err: error, intent: owned.id }, 'the gateway could not be asked');
      return false;
    },
  );
  await context.systemDatabase.transact(onBehalfOf(owned.user_id), async (tx) => {
    const [[intent], [payment]] = await Promise.all([
      tx.rows(lockIntent(owned)),
      tx.rows(findConfirmedByBank(owned)),
    ]);
    if (!intent) return;
    const knownWell = asked && !payment?.promised;
    const next = nextCheck(context, intent, knownWell);
    if (intent.holds_stock && (next === null || (knownWell && intent.overdue))) {
      await releaseIntent(tx, owned, 'expired');
      if (!knownWell) await tellTheShop(context, tx, intent);
    }
    await tx.rows(planCheck(owned, next));
  });
}

/** Somebody may have paid for what is on the shelf again, and nothing of ours will find out. */
function tellTheShop(context: PaymentContext, tx: Transaction, intent: Intent): Promise<void> {
  const { id, gateway_order_id, order_number } = intent;
  context.log.error(
    { intent: id, key: intent.key_id },
    'nobody could tell what became of a payment',
  );
  const about = { payment_id: id, gateway_order_id, order_number };
  return context.jobs.send(tx, 'payment-unanswered', about);
}

/**
 * Seconds until the next look, or null when there is none to come. What is not known well (no answer, or money that is
 * promised and not taken) is looked at sooner: after half the time that this has lasted, so that it costs little
 * however long it lasts.
 */
function nextCheck(
  { timing }: PaymentContext,
  { state, age }: Intent,
  knownWell: boolean,
): number | null {
  if (state === 'completed') return null;
  const scheduled = timing.checks.find((time) => time > age);
  if (knownWell) return scheduled === undefined ? null : scheduled - age;
  const last = timing.checks.findLast((time) => time <= age) ?? 0;
  if (scheduled === undefined && age > 2 * last) return null;
  const soon = Math.max(timing.retry, (age - last) / 2);
  return scheduled === undefined ? soon : Math.min(soon, scheduled - age);
}
