import { AppError } from '#contract/errors.ts';
import { isFullyRefunded } from '#domain/refunded.ts';
import type { Database } from '#server/database/database.ts';
import type { SendEmail } from '#server/email/send-email.ts';
import type { JobData } from '#server/jobs/queues.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { findMailedOrder } from '#server/orders/queries.ts';
import { findRefund } from '#server/payments/refunds/refund-queries.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { paymentNeedsAttention, paymentUnanswered } from './attention-emails.ts';
import { paymentReceived, refundDone, refundStarted } from './payment-emails.ts';

type PaymentEmailJob =
  | 'payment-received'
  | 'refund-started'
  | 'refund-done'
  | 'payment-attention'
  | 'payment-unanswered';

/** The jobs that mail shoppers about payments and refunds, and the shop about those that need somebody. */
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
  async function stored({ refund_id: id, user_id }: JobData['refund-done']) {
    const [refund] = await database.asShopper(onBehalfOf(user_id), findRefund({ id, user_id }));
    return refund;
  }

  return {
    'payment-received': async ({ user_id, email, order_id }) => {
      const shopper = onBehalfOf(user_id);
      const [order] = await database.asShopper(shopper, findMailedOrder(shopper, order_id));
      if (!order) throw new AppError('order_not_found');
      // It can wait for hours on a mail server, beside the mails that say that the money goes back.
      if (order.status === 'cancelled' || isFullyRefunded(order)) return;
      await sendEmail(paymentReceived(order, email, publicUrl));
    },
    'refund-started': async (refund) => {
      const storedRefund = await stored(refund);
      // Once it is processed another mail says so; once it has failed, the shop sees to it.
      if (storedRefund?.status === 'queued' || storedRefund?.status === 'pending')
        await sendEmail(refundStarted(refund));
    },
    'refund-done': async (refund) => {
      const storedRefund = await stored(refund);
      await sendEmail(
        refundDone({ ...refund, ...(storedRefund && { reason: storedRefund.reason }) }),
      );
    },
    'payment-attention': (refund) => sendEmail(paymentNeedsAttention(refund, shopEmail)),
    'payment-unanswered': ({ payment_id: intent_id, ...payment }) =>
      sendEmail(paymentUnanswered({ ...payment, intent_id }, shopEmail)),
  };
}
