import { GatewayFailure } from './gateway-failure.ts';
import { lockIntent, type Owned, onBehalfOf } from './intent.ts';
import { settle } from './settle.ts';
import { releaseIntent } from './stock.ts';
import type { Till } from './till.ts';

/**
 * Gives an open payment up, because the shopper orders something else or changed their mind. The gateway is asked first:
 * what is paid becomes its order. Razorpay cannot cancel an order, so money may still arrive; it is given back then.
 * That is also why a gateway that does not answer is no reason to keep the shopper waiting.
 */
export async function supersede(till: Till, owned: Owned): Promise<void> {
  await settle(till, owned).catch((error) => {
    if (!(error instanceof GatewayFailure)) throw error;
    till.log.warn({ err: error }, 'a payment is given up unasked');
  });
  await till.unattended.transact(onBehalfOf(owned.user_id), async (tx) => {
    const [intent] = await tx.rows(lockIntent(owned));
    if (intent?.state === 'open') await releaseIntent(tx, owned, 'superseded');
  });
}
