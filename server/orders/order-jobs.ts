import { AppError } from '#contract/errors.ts';
import type { Order } from '#contract/orders.ts';
import type { Database } from '#server/database/database.ts';
import type { SendEmail } from '#server/email/send-email.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { orderConfirmation } from './order-confirmation-email.ts';
import { orderUpdate } from './order-update-email.ts';
import { findOrderUpdate, noteEventMailed } from './order-update-query.ts';
import { findMailedOrder } from './queries.ts';
import { timelineTokens } from './timeline-token.ts';

/** What the jobs about orders do: mail the confirmation, and later what happened to an order. */
export function orderJobs({
  database,
  sendEmail,
  announceOrder,
  publicUrl,
  demo,
  secret,
}: {
  database: Database;
  sendEmail: SendEmail;
  /** Tells open admins of a new order. */
  announceOrder: (order: Order) => Promise<void>;
  publicUrl: string;
  /** Whether orders are never shipped. */
  demo: boolean;
  /** Signs the links to an order's timeline. */
  secret: string;
}): Pick<JobHandlers, 'order-confirmation' | 'order-mail'> {
  const links = timelineTokens(secret, Date.now);
  return {
    'order-confirmation': async ({ user_id, email, order_id }) => {
      const shopper = onBehalfOf(user_id);
      const [order] = await database.asShopper(shopper, findMailedOrder(shopper, order_id));
      if (!order) throw new AppError('order_not_found');
      // It can wait for hours on a mail server, beside the mail that says that the order is cancelled.
      if (order.status === 'cancelled') return;
      // Before the mail, whose server may be slow.
      await announceOrder(order);
      await sendEmail(orderConfirmation(order, email, publicUrl, demo));
    },
    'order-mail': async ({ user_id, order_id, event_id }) => {
      const shopper = onBehalfOf(user_id);
      const [order] = await database.asShopper(
        shopper,
        findOrderUpdate(shopper, order_id, event_id),
      );
      if (!order) throw new AppError('order_not_found');
      const update = orderUpdate(order, event_id, `${publicUrl}/track/${links.make(order_id)}`);
      if (!update) return;
      await sendEmail(update);
      await database.asShopper(shopper, noteEventMailed(event_id));
    },
  };
}
