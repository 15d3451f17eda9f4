import { AppError } from '#contract/errors.ts';
import { isFullyRefunded } from '#domain/refunded.ts';
import type { Database } from '#server/database/database.ts';
import type { SendEmail } from '#server/email/template/content.ts';
import type { JobData } from '#server/jobs/queues.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { findOrderForEmail } from '#server/orders/queries.ts';
import { findDispute } from '#server/payments/disputes/dispute-queries.ts';
import { findRefund } from '#server/payments/refunds/refund-queries.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { paymentDisputed, paymentNeedsAttention, paymentUnanswered } from './attention-emails.ts';
import { paymentReceived, refundDone, refundStarted } from './payment-emails.ts';

type PaymentEmailJob =
  | 'payment-received'
  | 'refund-started'
  | 'refund-done'
  | 'payment-attention'
  | 'payment-unanswered'
  | 'dispute-notice';

/** The jobs that email shoppers about payments and refunds, and the shop about those that need somebody's attention. */
export function paymentEmailJobs({
  database,
  sendEmail,
  publicUrl,
  shopEmail,
}: {
  database: Database;
  sendEmail: SendEmail;
  publicUrl: string;
  shopEmail: string;
}): Pick<JobHandlers, PaymentEmailJob> {
  async function readRefund({ refund_id: id, user_id }: JobData['refund-done']) {
    const [refund] = await database.asShopper(onBehalfOf(user_id), findRefund({ id, user_id }));
    return refund;
  }

  return {
    'payment-received': async ({ user_id, email, order_id }) => {
      const shopper = onBehalfOf(user_id);
      const [order] = await database.asShopper(shopper, findOrderForEmail(shopper, order_id));
      if (!order) throw new AppError('order_not_found');
      // This job may have waited for hours for the mail server. The emails about the refund are then enough.
      if (order.status === 'cancelled' || isFullyRefunded(order)) return;
      await sendEmail(paymentReceived(order, email, publicUrl));
    },
    'refund-started': async (refund) => {
      const storedRefund = await readRefund(refund);
      // Not for a refund that is processed, about which there is another email, or has failed, which the shop handles.
      if (storedRefund?.status === 'queued' || storedRefund?.status === 'pending')
        await sendEmail(refundStarted(refund));
    },
    'refund-done': async (refund) => {
      const storedRefund = await readRefund(refund);
      await sendEmail(
        refundDone({ ...refund, ...(storedRefund && { reason: storedRefund.reason }) }),
      );
    },
    'payment-attention': (refund) => sendEmail(paymentNeedsAttention(refund, shopEmail)),
    'payment-unanswered': ({ payment_id: intent_id, ...payment }) =>
      sendEmail(paymentUnanswered({ ...payment, intent_id }, shopEmail)),
    'dispute-notice': async (ref) => {
      const [dispute] = await database.asShopper(onBehalfOf(ref.user_id), findDispute(ref));
      if (dispute) await sendEmail(paymentDisputed(dispute, shopEmail, publicUrl));
    },
  };
}
