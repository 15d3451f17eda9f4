import { setTimeout as pause } from 'node:timers/promises';
import { isPayable } from '#domain/payment.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { type Owned, onBehalfOf } from './intent.ts';
import { lockIntent } from './intent-query.ts';
import { settle } from './settle.ts';
import { releaseIntent } from './stock.ts';
import type { Till } from './till.ts';

/**
 * Gives up a payment that is open or may come late, because the shopper orders something else or changed their mind. The gateway is asked first:
 * what is paid becomes its order. Razorpay cannot cancel an order, so money may still arrive; it is given back then.
 * That is also why a gateway that does not answer is no reason to keep the shopper waiting.
 */
export async function supersede(till: Till, owned: Owned): Promise<void> {
  await askWell(till, owned);
  await till.unattended.transact(onBehalfOf(owned.user_id), async (tx) => {
    const [intent] = await tx.rows(lockIntent(owned));
    if (intent && isPayable(intent.state)) await releaseIntent(tx, owned, 'superseded');
  });
}

const TRIES = 3;

/** One failure is not enough to give up a payment that may have been made. */
async function askWell(till: Till, owned: Owned): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await settle(till, owned);
    } catch (error) {
      if (!(error instanceof GatewayFailure)) throw error;
      if (attempt < TRIES && error.uncertain) {
        await pause(100 * 2 ** attempt * (0.5 + Math.random()));
        continue;
      }
      till.log.warn({ err: error }, 'a payment is given up unasked');
      return;
    }
  }
}
