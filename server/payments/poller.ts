import { GatewayFailure } from '@aparajita/razorpay';
import { AppError } from '#contract/errors.ts';
import { checkIntent } from './check.ts';
import { takeDueIntents } from './check-query.ts';
import type { PaymentContext } from './context.ts';
import { takeEvents } from './event-query.ts';
import { handleEvent } from './events.ts';
import { reconcile, takeDueReconciliation } from './reconcile.ts';
import { takeDueRefunds } from './refund-query.ts';
import { executeRefund } from './refunds.ts';

const AT_ONCE = 10;

/**
 * Does everything about payments that is due: events, looks at intents, refunds, the sweep. Tells how much it found.
 *
 * What is due stands in the tables, and taking it pushes it on by a lease. So any number of processes may go round at
 * once, and what one of them drops when it dies comes up again.
 */
export async function pollOnce(context: PaymentContext): Promise<number> {
  const { lease } = context.timing;
  const { systemDatabase } = context;
  const events = await systemDatabase.rows(takeEvents(AT_ONCE, lease));
  for (const event of events) await attempt(context, () => handleEvent(context, event));

  const intents = await systemDatabase.rows(takeDueIntents(AT_ONCE, lease));
  for (const intent of intents) await attempt(context, () => checkIntent(context, intent));

  const refunds = await systemDatabase.rows(takeDueRefunds(AT_ONCE, lease));
  for (const refund of refunds) await attempt(context, () => executeRefund(context, refund));

  const now = context.gateways.size > 0 ? await takeDueReconciliation(context) : null;
  if (now !== null) await attempt(context, () => reconcile(context, now));
  return events.length + intents.length + refunds.length;
}

/** One that fails must not keep the others waiting; it is due again when its lease ends. */
async function attempt(context: PaymentContext, work: () => Promise<void>): Promise<void> {
  await work().catch((error) => {
    const expected = error instanceof GatewayFailure || error instanceof AppError;
    const level = expected ? 'warn' : 'error';
    context.log[level]({ err: error }, 'a payment has to wait for the next round');
  });
}

export type Poller = {
  /** Goes round soon: something has come in. */
  wake(): void;
  stop(): Promise<void>;
};

/** Goes round every so often, one round after another, until it is stopped. */
export function startPoller(context: PaymentContext, everyMs: number): Poller {
  let running: Promise<unknown> = Promise.resolve();
  let woken = false;
  let stopped = false;
  let timer = setTimeout(start, everyMs);

  function start(): void {
    clearTimeout(timer);
    woken = false;
    running = pollOnce(context)
      .catch((error) => context.log.warn({ err: error }, 'a round of payments was cut short'))
      .then((found) => {
        const again = woken || (typeof found === 'number' && found > 0);
        if (!stopped) timer = setTimeout(start, again ? 0 : everyMs);
        idle = true;
      });
    idle = false;
  }
  let idle = true;

  return {
    wake() {
      woken = true;
      if (!idle || stopped) return;
      clearTimeout(timer);
      timer = setTimeout(start, 0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
