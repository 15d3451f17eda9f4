import { setTimeout as pause } from 'node:timers/promises';
import { GatewayFailure } from '@aparajita/razorpay';
import { Refusal } from '#contract/refusals.ts';
import { isPayable } from '#domain/payment.ts';
import { isPromised, isUnheardOf, type Owned, onBehalfOf } from './intent.ts';
import { findStanding, lockIntent } from './intent-query.ts';
import { within } from './patience.ts';
import { settle } from './settle.ts';
import { releaseIntent } from './stock.ts';
import type { Till } from './till.ts';

/**
 * Gives up a payment that is open or may come late, because the shopper orders something else or changed their mind. The
 * gateway is asked first: what is paid becomes its order. Razorpay cannot cancel an order, so money may still arrive; it
 * is given back then. That is also why a gateway that does not answer is no reason to keep the shopper waiting, unless
 * we know that they have paid: what is being confirmed is not given up, and `gateway_unavailable` refused.
 */
export async function supersede(
  till: Till,
  owned: Owned,
  /** Until when to ask, by `performance.now()`: a request that gives up several has one patience for all. */
  until = performance.now() + till.patience.asking,
): Promise<void> {
  const asked = await askWell(till, owned, until);
  await till.unattended.transact(onBehalfOf(owned.user_id), async (tx) => {
    const [, [standing]] = await Promise.all([
      tx.rows(lockIntent(owned)),
      tx.rows(findStanding(owned)),
    ]);
    if (!standing || !isPayable(standing.state)) return;
    if (isPromised(standing) || (!asked && isUnheardOf(standing))) {
      throw new Refusal('gateway_unavailable', {}, `the payment ${owned.id} is being confirmed`);
    }
    await releaseIntent(tx, owned, 'superseded');
  });
}

const TRIES = 3;

/** One failure is not enough to give up a payment that may have been made. False when there was no answer. */
async function askWell(till: Till, owned: Owned, until: number): Promise<boolean> {
  if (!till.mayAsk(owned.user_id)) return false; // as if it did not answer
  for (let attempt = 1; ; attempt += 1) {
    try {
      await within(until - performance.now(), settle(till, owned));
      return true;
    } catch (error) {
      if (!(error instanceof GatewayFailure)) throw error;
      const wait = 100 * 2 ** attempt * (0.5 + Math.random());
      if (attempt < TRIES && error.uncertain && performance.now() + wait < until) {
        await pause(wait);
        continue;
      }
      till.log.warn({ err: error, intent: owned.id }, 'the gateway could not be asked');
      return false;
    }
  }
}
