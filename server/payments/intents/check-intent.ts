import type { Transaction } from '#server/database/database.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { onBehalfOf } from '#server/shopper.ts';
import {
  endChecks,
  findAuthorizedPayment,
  findIntent,
  type Intent,
  type IntentRef,
  lockIntent,
} from './intent.ts';
import { releaseIntent } from './intent-stock.ts';
import { isInconclusive, syncWithGateway } from './sync-with-gateway.ts';

/**
 * Checks an intent at the gateway, and plans its next check. Releases its stock only after the gateway has said that
 * nobody has paid; while the gateway does not answer, keeps the stock and checks again soon. After the last scheduled
 * check it releases the stock in any case and sends the shop an email.
 */
export async function checkIntent(context: PaymentContext, ref: IntentRef): Promise<void> {
  const shopper = onBehalfOf(ref.user_id);
  const [before] = await context.systemDatabase.asShopper(shopper, findIntent(ref));
  if (!before || before.state === 'completed') return;
  const synced = await syncWithGateway(context, ref).then(
    () => true,
    (error) => {
      if (!isInconclusive(error)) throw error;
      context.log.warn({ err: error, intent: ref.id }, 'could not sync a payment with the gateway');
      return false;
    },
  );
  await context.systemDatabase.transact(shopper, async (tx) => {
    const [[intent], [payment]] = await Promise.all([
      tx.rows(lockIntent(ref)),
      tx.rows(findAuthorizedPayment(ref)),
    ]);
    if (!intent || intent.state === 'completed') return;
    const isConclusive = synced && !payment?.authorized;
    const next = nextCheck(context, intent, isConclusive);
    if (intent.holds_stock && (next === null || (isConclusive && intent.overdue))) {
      await releaseIntent(tx, ref, 'expired');
      if (!isConclusive) await notifyShop(context, tx, intent);
    }
    if (next === null) await tx.rows(endChecks(ref));
    else await context.jobs.reschedule(tx, 'payment-check', ref, next);
  });
}

/** The shopper may have paid although we have released the stock, and no further check will find out. */
function notifyShop(context: PaymentContext, tx: Transaction, intent: Intent): Promise<void> {
  const { id, gateway_order_id, order_number } = intent;
  context.log.error(
    { intent: id, key: intent.key_id },
    'released the stock of a payment whose outcome is unknown',
  );
  const about = { payment_id: id, gateway_order_id, order_number };
  return context.jobs.send(tx, 'payment-unanswered', about);
}

/**
 * Seconds until the next check; null: no more checks. An inconclusive result (no answer, or an authorized payment that
 * is not captured) is checked again sooner: after half the time since the last scheduled check, so that the number of
 * checks stays small however long it lasts. Stock that is held for a late payment is also checked when that hold ends.
 */
function nextCheck(
  { timing }: PaymentContext,
  { age, holds_stock, overdue, time_left }: Intent,
  isConclusive: boolean,
): number | null {
  const scheduled = timing.checks.find((time) => time > age);
  if (isConclusive) {
    if (scheduled === undefined) return null;
    return holds_stock && !overdue ? Math.min(scheduled - age, time_left) : scheduled - age;
  }
  const last = timing.checks.findLast((time) => time <= age) ?? 0;
  if (scheduled === undefined && age > 2 * last) return null;
  const backoff = Math.max(timing.retry, (age - last) / 2);
  return scheduled === undefined ? backoff : Math.min(backoff, scheduled - age);
}
