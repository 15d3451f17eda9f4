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

const BATCH_SIZE = 10;

/**
 * Processes everything that is due: events, checks of intents, refunds, reconciliation. Returns how many items it took.
 *
 * The tables say what is due, and taking an item leases it. So any number of processes may poll at once, and the items
 * of a process that crashed become due again.
 */
export async function pollOnce(context: PaymentContext): Promise<number> {
  const { lease } = context.timing;
  const { systemDatabase } = context;
  const events = await systemDatabase.rows(takeEvents(BATCH_SIZE, lease));
  for (const event of events) await attempt(context, () => handleEvent(context, event));

  const intents = await systemDatabase.rows(takeDueIntents(BATCH_SIZE, lease));
  for (const intent of intents) await attempt(context, () => checkIntent(context, intent));

  const refunds = await systemDatabase.rows(takeDueRefunds(BATCH_SIZE, lease));
  for (const refund of refunds) await attempt(context, () => executeRefund(context, refund));

  const now = context.gateways.size > 0 ? await takeDueReconciliation(context) : null;
  if (now !== null) await attempt(context, () => reconcile(context, now));
  return events.length + intents.length + refunds.length;
}

/** A failing item must not stop the others; it is due again when its lease ends. */
async function attempt(context: PaymentContext, work: () => Promise<void>): Promise<void> {
  await work().catch((error) => {
    const expected = error instanceof GatewayFailure || error instanceof AppError;
    const level = expected ? 'warn' : 'error';
    context.log[level]({ err: error }, 'processing a payment failed, will retry');
  });
}

export type Poller = {
  /** Polls at once, or again after the current poll. */
  wake(): void;
  stop(): Promise<void>;
};

/** Polls at an interval, never twice at the same time, until it is stopped. */
export function startPoller(context: PaymentContext, everyMs: number): Poller {
  let running: Promise<unknown> = Promise.resolve();
  let woken = false;
  let stopped = false;
  let timer = setTimeout(start, everyMs);

  function start(): void {
    clearTimeout(timer);
    woken = false;
    running = pollOnce(context)
      .catch((error) => context.log.warn({ err: error }, 'polling for due payments failed'))
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
