import { setTimeout as pause } from 'node:timers/promises';
import { GatewayFailure } from '@aparajita/razorpay';
import { AppError } from '#contract/errors.ts';
import { isPayable } from '#domain/payment.ts';
import type { PaymentContext } from './context.ts';
import { type IntentRef, isAwaitingGateway, isConfirmedByBank, onBehalfOf } from './intent.ts';
import { findPaymentView, lockIntent } from './intent-query.ts';
import { releaseIntent } from './stock.ts';
import { syncWithGateway } from './sync-with-gateway.ts';
import { withTimeout } from './timeouts.ts';

/**
 * Gives up a payment that is open or may come late, because the shopper orders something else or changed their mind. The
 * gateway is asked first: what is paid becomes its order. Razorpay cannot cancel an order, so money may still arrive; it
 * is given back then. That is also why a gateway that does not answer is no reason to keep the shopper waiting, unless
 * we know that they have paid: what is being confirmed is not given up, and `gateway_unavailable` refused.
 */
export async function cancelPayment(
  context: PaymentContext,
  owned: IntentRef,
  /** Until when to ask, by `performance.now()`: a request that gives up several has one timeouts for all. */
  until = performance.now() + context.timeouts.asking,
): Promise<void> {
  const asked = await askWell(context, owned, until);
  await context.systemDatabase.transact(onBehalfOf(owned.user_id), async (tx) => {
    const [, [view]] = await Promise.all([
      tx.rows(lockIntent(owned)),
      tx.rows(findPaymentView(owned)),
    ]);
    if (!view || !isPayable(view.state)) return;
    if (isConfirmedByBank(view) || (!asked && isAwaitingGateway(view))) {
      throw new AppError('gateway_unavailable', {}, `the payment ${owned.id} is being confirmed`);
    }
    await releaseIntent(tx, owned, 'superseded');
  });
}

const TRIES = 3;

/** One failure is not enough to give up a payment that may have been made. False when there was no answer. */
async function askWell(context: PaymentContext, owned: IntentRef, until: number): Promise<boolean> {
  if (!context.mayAskGateway(owned.user_id)) return false; // as if it did not answer
  for (let attempt = 1; ; attempt += 1) {
    try {
      await withTimeout(until - performance.now(), syncWithGateway(context, owned));
      return true;
    } catch (error) {
      if (!(error instanceof GatewayFailure)) throw error;
      const wait = 100 * 2 ** attempt * (0.5 + Math.random());
      if (attempt < TRIES && error.uncertain && performance.now() + wait < until) {
        await pause(wait);
        continue;
      }
      context.log.warn({ err: error, intent: owned.id }, 'the gateway could not be asked');
      return false;
    }
  }
}
