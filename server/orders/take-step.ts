import type { Step, StepFacts, StepInput } from '#domain/decide-step.ts';
import type { Transaction } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { ActionResult } from './follow-up-jobs.ts';
import { insertEvent, insertRefund, restock, updateOrder } from './step-queries.ts';

/** What decides about a step, and whose order it is. */
export type LockedOrder = StepFacts & { id: string; user_id: string };

/**
 * Takes a step that was decided, in the transaction that locked the order: writes what every step may change. A step of
 * staff changes more than that (server/admin/orders/apply-verb.ts).
 */
export async function takeStep(
  tx: Pick<Transaction, 'rows'>,
  order: LockedOrder,
  step: Step,
  input: StepInput,
): Promise<ActionResult & { event: string }> {
  const [refund] = step.refund
    ? await tx.rows(insertRefund(order, order.payment_id, step.refund))
    : [];
  await tx.rows(updateOrder(order, step, input));
  const { before, after } = step.noted;
  if (before) await tx.rows(insertEvent(order, before));
  const event = requireRow(await tx.rows(insertEvent(order, step.event))).id;
  if (after) await tx.rows(insertEvent(order, after));
  if (step.restock) await tx.rows(restock(order, step.restock));
  return { kind: step.event.kind, event, refund: refund?.id ?? null, shopper: order.user_id };
}
