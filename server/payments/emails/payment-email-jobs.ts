import { AppError } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import type { SendEmail } from '#server/email/send-email.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { findMailedOrder } from '#server/orders/queries.ts';
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
  return {
    'payment-received': async ({ user_id, email, order_id }) => {
      const shopper = onBehalfOf(user_id);
      const [order] = await database.asShopper(shopper, findMailedOrder(shopper, order_id));
      if (!order) throw new AppError('order_not_found');
      await sendEmail(paymentReceived(order, email, publicUrl));
    },
    'refund-started': (refund) => sendEmail(refundStarted(refund)),
    'refund-done': (refund) => sendEmail(refundDone(refund)),
    'payment-attention': (refund) => sendEmail(paymentNeedsAttention(refund, shopEmail)),
    'payment-unanswered': ({ payment_id: intent_id, ...payment }) =>
      sendEmail(paymentUnanswered({ ...payment, intent_id }, shopEmail)),
  };
}
