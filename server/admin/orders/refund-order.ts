import type { ManualRefundForm, RefundForm } from '#contract/admin/refunds.ts';
import { AppError } from '#contract/errors.ts';
import { toPaise } from '#domain/money.ts';
import type { Transaction } from '#server/database/database.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { queueFollowUps } from '#server/orders/follow-up-jobs.ts';
import { addManualRefund, addStepNote, itemPrices, refundOrder } from './queries.ts';
import { requireActionDone } from './require-action-done.ts';

/**
 * Refunds an amount, or the price of some pieces, of an online payment. The note is written as in `applyVerb`;
 * a repeated request does not write it again.
 *
 * @throws AppError the codes of `applyVerb`, and refund_too_large.
 */
export function refundOnline(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  { version, amount, items = [], reason, note }: RefundForm,
  key: string,
): Promise<void> {
  return staff.transact(async (tx) => {
    const paise = amount === undefined ? await priceOf(tx, id, items) : toPaise(amount);
    const [row] = await tx.rows(refundOrder(id, version, { paise, reason, key }));
    const acted = await requireActionDone(tx, id, row);
    if (note && acted.event !== null) await tx.rows(addStepNote(id, note, 'refund'));
    await queueFollowUps(jobs, tx, id, 'refund', acted);
  });
}

/** Records a refund that was paid by hand. @throws AppError the codes of `refundOnline`. */
export function recordManualRefund(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  { version, ...form }: ManualRefundForm,
  key: string,
): Promise<void> {
  return staff.transact(async (tx) => {
    const [acted] = await tx.rows(addManualRefund(id, version, { ...form, key }));
    await queueFollowUps(jobs, tx, id, 'manual_refund', await requireActionDone(tx, id, acted));
  });
}

async function priceOf(tx: Transaction, id: string, items: { item: string; pieces: number }[]) {
  const prices = new Map((await tx.rows(itemPrices(id))).map((each) => [each.id, each]));
  return items.reduce((sum, { item, pieces }) => {
    const sold = prices.get(item);
    if (!sold || pieces > sold.quantity) throw new AppError('refund_too_large');
    return sum + toPaise(sold.price) * pieces;
  }, 0);
}
