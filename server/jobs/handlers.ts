import { Refusal } from '#contract/refusals.ts';
import type { SendMail } from '../mail/mail.ts';
import { orderConfirmation } from '../mail/order-confirmation.ts';
import {
  paymentNeedsAttention,
  paymentReceived,
  refundDone,
  refundStarted,
} from '../mail/payment-mails.ts';
import { findOrder } from '../orders/queries.ts';
import type { Database } from '../platform/database/database.ts';
import type { JobHandlers } from './jobs.ts';

/**
 * What each job does: a thin call of a feature's verb. `database` must let a shopper in without a session,
 * because jobs run after sessions have ended.
 */
export function jobHandlers(deps: {
  database: Database;
  sendMail: SendMail;
  publicUrl: string;
  /** Where the shop itself reads what needs a person. */
  shopEmail: string;
}): JobHandlers {
  const { database, sendMail, publicUrl, shopEmail } = deps;
  return {
    'order-confirmation': async ({ user_id, email, order_id }) => {
      const shopper = { userId: user_id, sessionId: '', email, fullName: '' };
      const [order] = await database.asShopper(shopper, findOrder(shopper, order_id));
      if (!order) throw new Refusal('order_not_found');
      await sendMail(orderConfirmation(order, email, publicUrl));
    },
    'payment-received': async ({ user_id, email, order_id }) => {
      const shopper = { userId: user_id, sessionId: '', email, fullName: '' };
      const [order] = await database.asShopper(shopper, findOrder(shopper, order_id));
      if (!order) throw new Refusal('order_not_found');
      await sendMail(paymentReceived(order, email, publicUrl));
    },
    'refund-started': (refund) => sendMail(refundStarted(refund)),
    'refund-done': (refund) => sendMail(refundDone(refund)),
    'payment-attention': (refund) => sendMail(paymentNeedsAttention(refund, shopEmail)),
  };
}
