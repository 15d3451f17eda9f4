import { GatewayFailure } from '@aparajita/razorpay';
import { Refusal } from '#contract/refusals.ts';
import { checkIntent } from './check.ts';
import { takeDueIntents } from './check-query.ts';
import { takeEvents } from './event-query.ts';
import { handleEvent } from './events.ts';
import { takeDueRefunds } from './refund-query.ts';
import { carryOutRefund } from './refunds.ts';
import { sweep, takeDueSweep } from './sweep.ts';
import type { Till } from './till.ts';

const AT_ONCE = 10;

/**
 * Does everything about payments that is due: events, looks at intents, refunds, the sweep. Tells how much it found.
 *
 * What is due stands in the tables, and taking it pushes it on by a lease. So any number of processes may go round at
 * once, and what one of them drops when it dies comes up again.
 */
export async function goRound(till: Till): Promise<number> {
  const { lease } = till.timing;
  const { unattended } = till;
  const events = await unattended.rows(takeEvents(AT_ONCE, lease));
  for (const event of events) await attempt(till, () => handleEvent(till, event));

  const intents = await unattended.rows(takeDueIntents(AT_ONCE, lease));
  for (const intent of intents) await attempt(till, () => checkIntent(till, intent));

  const refunds = await unattended.rows(takeDueRefunds(AT_ONCE, lease));
  for (const refund of refunds) await attempt(till, () => carryOutRefund(till, refund));

  const now = till.gateways.size > 0 ? await takeDueSweep(till) : null;
  if (now !== null) await attempt(till, () => sweep(till, now));
  return events.length + intents.length + refunds.length;
}

/** One that fails must not keep the others waiting; it is due again when its lease ends. */
async function attempt(till: Till, work: () => Promise<void>): Promise<void> {
  await work().catch((error) => {
    const expected = error instanceof GatewayFailure || error instanceof Refusal;
    const level = expected ? 'warn' : 'error';
    till.log[level]({ err: error }, 'a payment has to wait for the next round');
  });
}

export type Rounds = {
  /** Goes round soon: something has come in. */
  nudge(): void;
  stop(): Promise<void>;
};

/** Goes round every so often, one round after another, until it is stopped. */
export function startRounds(till: Till, everyMs: number): Rounds {
  let running: Promise<unknown> = Promise.resolve();
  let nudged = false;
  let stopped = false;
  let timer = setTimeout(start, everyMs);

  function start(): void {
    clearTimeout(timer);
    nudged = false;
    running = goRound(till)
      .catch((error) => till.log.warn({ err: error }, 'a round of payments was cut short'))
      .then((found) => {
        const again = nudged || (typeof found === 'number' && found > 0);
        if (!stopped) timer = setTimeout(start, again ? 0 : everyMs);
        idle = true;
      });
    idle = false;
  }
  let idle = true;

  return {
    nudge() {
      nudged = true;
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
