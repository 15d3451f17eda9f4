import { GatewayFailure } from '@aparajita/razorpay';
import type { Transaction } from '#server/database/database.ts';
import { findPromised, planCheck } from './check-query.ts';
import { type Intent, type Owned, onBehalfOf } from './intent.ts';
import { lockIntent } from './intent-query.ts';
import { settle } from './settle.ts';
import { releaseIntent } from './stock.ts';
import type { Till } from './till.ts';

/**
 * One look at an intent whose time has come. Goods go back only after the gateway has said that nobody has paid for
 * them; without an answer they are kept and the gateway is asked again soon. They are not kept when it will never be
 * asked again: then they go back, and the shop is written to.
 */
export async function checkIntent(till: Till, owned: Owned): Promise<void> {
  const asked = await settle(till, owned).then(
    () => true,
    (error) => {
      if (!(error instanceof GatewayFailure)) throw error;
      till.log.warn({ err: error, intent: owned.id }, 'the gateway could not be asked');
      return false;
    },
  );
  await till.unattended.transact(onBehalfOf(owned.user_id), async (tx) => {
    const [[intent], [payment]] = await Promise.all([
      tx.rows(lockIntent(owned)),
      tx.rows(findPromised(owned)),
    ]);
    if (!intent) return;
    const knownWell = asked && !payment?.promised;
    const next = nextCheck(till, intent, knownWell);
    if (intent.holds_stock && (next === null || (knownWell && intent.overdue))) {
      await releaseIntent(tx, owned, 'expired');
      if (!knownWell) await tellTheShop(till, tx, intent);
    }
    await tx.rows(planCheck(owned, next));
  });
}

/** Somebody may have paid for what is on the shelf again, and nothing of ours will find out. */
function tellTheShop(till: Till, tx: Transaction, intent: Intent): Promise<void> {
  const { id, gateway_order_id, order_number } = intent;
  till.log.error({ intent: id, key: intent.key_id }, 'nobody could tell what became of a payment');
  const about = { payment_id: id, gateway_order_id, order_number };
  return till.jobs.send(tx, 'payment-unanswered', about);
}

/**
 * Seconds until the next look, or null when there is none to come. What is not known well (no answer, or money that is
 * promised and not taken) is looked at sooner: after half the time that this has lasted, so that it costs little
 * however long it lasts.
 */
function nextCheck({ timing }: Till, { state, age }: Intent, knownWell: boolean): number | null {
  if (state === 'completed') return null;
  const scheduled = timing.checks.find((time) => time > age);
  if (knownWell) return scheduled === undefined ? null : scheduled - age;
  const last = timing.checks.findLast((time) => time <= age) ?? 0;
  if (scheduled === undefined && age > 2 * last) return null;
  const soon = Math.max(timing.retry, (age - last) / 2);
  return scheduled === undefined ? soon : Math.min(soon, scheduled - age);
}
