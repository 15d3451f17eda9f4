import { EMAIL_DELAY_SECONDS } from '#domain/order-verbs.ts';
import type { Transaction } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { mayRestoreSteps } from './order-update-email.ts';
import { UPDATE_TEXTS } from './order-update-texts.ts';

/** What a change of an order brings with it. */
export type ActionResult = {
  /** What its event says happened. */
  kind: string;
  /** Null where it was done before, or has nothing to tell. */
  event: string | null;
  refund?: string | null;
  /** Whose order it is. */
  shopper: string;
};

/**
 * Queues the jobs that follow a step: its refund and its email, delayed so that the step can be undone first. For an
 * undo, the email job sends the emails that the undone step had made outdated.
 */
export async function queueFollowUps(
  jobs: Jobs,
  tx: Transaction,
  orderId: string,
  { kind, event, refund, shopper }: ActionResult,
): Promise<void> {
  if (refund) await jobs.send(tx, 'payment-refund', { id: refund, user_id: shopper });
  if (!event || !(UPDATE_TEXTS.has(kind) || mayRestoreSteps(kind))) return;
  const about = { user_id: shopper, order_id: orderId, event_id: event };
  await jobs.send(tx, 'order-mail', about, { after: EMAIL_DELAY_SECONDS });
}
