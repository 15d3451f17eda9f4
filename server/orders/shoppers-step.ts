import { AppError } from '#contract/errors.ts';
import { decideStep, SHOPPERS_FACTS, type ShoppersVerb } from '#domain/decide-step.ts';
import type { Transaction } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Shopper } from '#server/shopper.ts';
import { queueFollowUps } from './follow-up-jobs.ts';
import { findShoppersFacts } from './queries.ts';
import { lockOrder } from './step-queries.ts';
import { takeStep } from './take-step.ts';

/**
 * Confirms or cancels the shopper's own order, as staff would, in the transaction. Cancelled, the pieces return to the
 * stock, and what was paid online is refunded. Changes nothing where it was done before.
 *
 * @throws AppError order_not_found; not_allowed_now once the parcel is handed over or the order cancelled, and while the
 * payment is disputed.
 */
export async function takeShoppersStep(
  jobs: Jobs,
  tx: Transaction,
  shopper: Shopper,
  id: string,
  { verb, reason }: { verb: ShoppersVerb; reason?: string | undefined },
): Promise<void> {
  const [locked] = await tx.rows(lockOrder(id));
  const [facts] = await tx.rows(findShoppersFacts(shopper, id));
  if (!locked || !facts) throw new AppError('order_not_found');
  const refundable_paise = locked.refundable_paise ?? 0;
  const order = { ...SHOPPERS_FACTS, ...facts, ...locked, refundable_paise };
  const input = { version: null, reason };
  const decision = decideStep(verb, order, input);
  if ('repeated' in decision) return;
  if ('refused' in decision) throw new AppError('not_allowed_now');
  await queueFollowUps(jobs, tx, id, await takeStep(tx, order, decision.step, input));
}
