import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatDateTime } from '#domain/day.ts';
import { codeInWords, isSuspicion, isUndecided } from '#domain/dispute.ts';
import { formatRupees } from '#domain/money.ts';

/**
 * What the customer's bank may still take back, and that a refund would return it twice. Nothing without a dispute, and
 * for the suspicion of a fraud, which a refund ends.
 */
export function DisputeWarning({ disputes }: Pick<OrderDetail, 'disputes'>) {
  const undecided = disputes.filter((each) => isUndecided(each.status) && !isSuspicion(each));
  return (
    <>
      {undecided.map(({ id, amount, reason, status, respond_by }) => (
        <p key={id} role="note" className="text-sm font-medium text-danger">
          {[
            `The customer’s bank disputes ${formatRupees(amount)} of this payment (${codeInWords(reason)}).`,
            status === 'open' && respond_by !== null
              ? `Answer in the Razorpay dashboard before ${formatDateTime(respond_by)}.`
              : 'The bank is reading your answer.',
            'If you refund now and lose the dispute, the customer gets the money twice.',
          ].join(' ')}
        </p>
      ))}
    </>
  );
}
