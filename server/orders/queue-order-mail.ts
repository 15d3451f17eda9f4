import { MAIL_DELAY_SECONDS } from '#domain/fulfilment.ts';
import type { Transaction } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Acted } from './action-query.ts';

/** What the shopper gets a mail about. */
const MAILED: readonly string[] = [
  'confirm',
  'hand_over',
  'attempt_failed',
  'deliver',
  'cancel',
  'refund',
  'manual_refund',
];

/** Queues the mail about a step, to be sent when there was time to take the step back. */
export async function queueOrderMail(
  jobs: Jobs,
  tx: Transaction,
  orderId: string,
  verb: string,
  acted: Pick<Acted, 'event' | 'shopper'> | undefined,
): Promise<void> {
  if (!acted?.event || !acted.shopper || !MAILED.includes(verb)) return;
  const about = { user_id: acted.shopper, order_id: orderId, event_id: acted.event };
  await jobs.send(tx, 'order-mail', about, MAIL_DELAY_SECONDS);
}
