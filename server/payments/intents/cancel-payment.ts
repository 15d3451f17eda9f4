import { setTimeout as sleep } from 'node:timers/promises';
import { isUncertain } from '@aparajita/razorpay';
import { AppError } from '#contract/errors.ts';
import { isPayable } from '#domain/payment.ts';
import { type PaymentContext, withGatewayTimeout } from '#server/payments/context.ts';
import { onBehalfOf } from '#server/shopper.ts';
import {
  findPaymentView,
  type IntentRef,
  isAwaitingGateway,
  isConfirmedByBank,
  lockIntent,
} from './intent.ts';
import { releaseIntent } from './intent-stock.ts';
import { isInconclusive, syncWithGateway } from './sync-with-gateway.ts';

/**
 * Cancels a payment that is open or expired, because the shopper orders something else or changed their mind. Syncs
 * with the gateway first: if the payment was paid, it becomes an order. Razorpay cannot cancel an order, so money may
 * still arrive later; we then refund it. So we also cancel when the gateway does not answer, unless we know that the
 * shopper has paid: a payment that is being confirmed is not cancelled, and this throws `gateway_unavailable`.
 */
export async function cancelPayment(context: PaymentContext, ref: IntentRef): Promise<void> {
  const synced = await syncWithRetries(context, ref);
  await context.systemDatabase.transact(onBehalfOf(ref.user_id), async (tx) => {
    const [, [view]] = await Promise.all([tx.rows(lockIntent(ref)), tx.rows(findPaymentView(ref))]);
    if (!view || !isPayable(view.state)) return;
    if (isConfirmedByBank(view) || (!synced && isAwaitingGateway(view))) {
      throw new AppError('gateway_unavailable', {}, `the payment ${ref.id} is being confirmed`);
    }
    await releaseIntent(tx, ref, 'superseded');
  });
}

const MAX_ATTEMPTS = 3;

/** Retries, because one failure is not enough to cancel a payment that may be paid. False when no attempt succeeded. */
async function syncWithRetries(context: PaymentContext, ref: IntentRef): Promise<boolean> {
  const until = performance.now() + context.timeouts.sync;
  if (!(await context.mayAskGateway(ref.user_id))) return false; // rate limited: treated like no answer
  for (let attempt = 1; ; attempt += 1) {
    try {
      await withGatewayTimeout(until - performance.now(), syncWithGateway(context, ref));
      return true;
    } catch (error) {
      if (!isInconclusive(error)) throw error;
      const wait = 100 * 2 ** attempt * (0.5 + Math.random());
      if (attempt < MAX_ATTEMPTS && isUncertain(error) && performance.now() + wait < until) {
        await sleep(wait);
        continue;
      }
      context.log.warn({ err: error, intent: ref.id }, 'could not sync a payment with the gateway');
      return false;
    }
  }
}
