import { AppError } from '#contract/errors.ts';
import { decideStep, type Step, type StepFacts, type StepInput } from '#domain/decide-step.ts';
import type { Verb } from '#domain/order-verbs.ts';
import type { Transaction } from '#server/database/database.ts';
import type { ActionResult } from './follow-up-jobs.ts';
import { insertEvent, insertRefund, restock, updateOrder } from './step-queries.ts';

/** What decides about a step, and whose order it is. */
export type LockedOrder = StepFacts & { id: string; user_id: string };

export type StepRequest = StepInput & { verb: Verb };

/** `step` is null where it was done before, by a request whose answer was lost. */
export type TakenStep = ActionResult & { step: Step | null };

/**
 * Takes a step of an order, in the transaction that locked it: decides, and writes what every step may change. A step of
 * staff changes more than that (server/admin/orders/apply-verb.ts).
 *
 * @throws AppError with the code of the refusal.
 */
export async function takeStep(
  tx: Pick<Transaction, 'rows'>,
  order: LockedOrder,
  { verb, ...input }: StepRequest,
): Promise<TakenStep> {
  const decision = decideStep(verb, order, input);
  if ('repeated' in decision) return { step: null, event: null, shopper: order.user_id };
  if ('refused' in decision) throw new AppError(decision.refused);
  const { step } = decision;
  const [refund] = step.refund
    ? await tx.rows(insertRefund(order, order.payment_id, step.refund))
    : [];
  await tx.rows(updateOrder(order, step, input));
  const { before, after } = step.noted;
  if (before) await tx.rows(insertEvent(order, before));
  const [event] = await tx.rows(insertEvent(order, step.event));
  if (after) await tx.rows(insertEvent(order, after));
  if (step.restock) await tx.rows(restock(order, step.restock));
  return { step, event: event?.id ?? null, refund: refund?.id ?? null, shopper: order.user_id };
}
