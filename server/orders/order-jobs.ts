import { AppError } from '#contract/errors.ts';
import type { Order } from '#contract/orders.ts';
import { EMAIL_DELAY_SECONDS } from '#domain/order-verbs.ts';
import type { Database } from '#server/database/database.ts';
import type { EmailContent, SendEmail } from '#server/email/template/content.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { TooEarly } from '#server/jobs/permanent-failure.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { onBehalfOf, type Shopper } from '#server/shopper.ts';
import { orderConfirmation } from './order-confirmation-email.ts';
import { orderNotice } from './order-notice-email.ts';
import { answerTokens, timelineTokens } from './order-tokens.ts';
import { orderUpdate, restoredSteps, updateAbout } from './order-update-email.ts';
import { findOrderUpdate, noteEventEmailed } from './order-update-query.ts';
import { findOrder, findOrderForEmail } from './queries.ts';
import type { StoredEvent } from './timeline.ts';

/**
 * What the jobs about orders do: email the confirmation, tell the shop, and email later what happened to an
 * order, and again what it said last.
 */
export function orderJobs({
  database,
  jobs,
  sendEmail,
  publicUrl,
  demo,
  secret,
}: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  sendEmail: SendEmail;
  publicUrl: string;
  /** Whether orders are never shipped. */
  demo: boolean;
  /** Signs the links to an order's timeline. */
  secret: string;
}): Pick<JobHandlers, 'order-confirmation' | 'order-notice' | 'order-mail' | 'order-mail-again'> {
  const links = timelineTokens(secret, Date.now);
  const answers = answerTokens(secret, Date.now);
  const linkTo = (order_id: string) => `${publicUrl}/track/${links.make(order_id)}`;

  /** The email to the shop is a separate job: if it fails, the confirmation to the shopper is not sent again. */
  const queueNotice = (shopper: Shopper, order_id: string) =>
    database.transact(shopper, (tx) =>
      jobs.send(tx, 'order-notice', { user_id: shopper.userId, order_id }, { id: order_id }),
    );

  /** The confirmation of an order as `findOrderForEmail` reads it. */
  function confirmation(order: Order & { asks_to_confirm: boolean }, to: string): EmailContent {
    const token = order.asks_to_confirm ? answers.make(order.id) : null;
    return orderConfirmation(order, to, { publicUrl, demo, token });
  }

  /** @throws TooEarly while the cancellation may still be undone. */
  async function isCancelled(shopper: Shopper, order: Order): Promise<boolean> {
    if (order.status !== 'cancelled') return false;
    const [{ events = [] } = {}] = await database.asShopper(shopper, findOrder(shopper, order.id));
    if (mayBeUndone(order, events)) throw new TooEarly('The cancellation may still be undone');
    return true;
  }

  async function confirmationOf(shopper: Shopper, id: string): Promise<EmailContent | null> {
    const [order] = await database.asShopper(shopper, findOrderForEmail(shopper, id));
    if (!order) throw new AppError('order_not_found');
    if (order.email === null || (await isCancelled(shopper, order))) return null;
    return confirmation(order, order.email);
  }

  async function updateOf(shopper: Shopper, id: string, step: string) {
    const [order] = await database.asShopper(shopper, findOrderUpdate(shopper, id, step));
    if (!order) throw new AppError('order_not_found');
    return updateAbout(order, step, linkTo(id));
  }

  return {
    'order-confirmation': async ({ user_id, email, order_id }) => {
      const shopper = onBehalfOf(user_id);
      const [order] = await database.asShopper(shopper, findOrderForEmail(shopper, order_id));
      if (!order) throw new AppError('order_not_found');
      // This job may have waited for hours for the mail server. The email about the cancellation is then enough.
      if (await isCancelled(shopper, order)) return;
      if (order.notice_email && order.is_new) await queueNotice(shopper, order_id);
      await sendEmail(confirmation(order, email));
    },
    'order-notice': async ({ user_id, order_id }) => {
      const shopper = onBehalfOf(user_id);
      const [order] = await database.asShopper(shopper, findOrderForEmail(shopper, order_id));
      if (!order) throw new AppError('order_not_found');
      // This job may have waited for hours for the mail server. Staff must not pack an order that was sent or cancelled.
      const sent = order.status === 'shipped' || order.status === 'delivered';
      if (!order.notice_email || sent || (await isCancelled(shopper, order))) return;
      // The address that is set now, not when the order was placed: the owner may have corrected a mistyped one.
      await sendEmail(orderNotice(order, order.notice_email, publicUrl, demo));
    },
    'order-mail': async ({ user_id, order_id, event_id }) => {
      const shopper = onBehalfOf(user_id);
      const [order] = await database.asShopper(
        shopper,
        findOrderUpdate(shopper, order_id, event_id),
      );
      if (!order) throw new AppError('order_not_found');
      // New jobs, so that they run after the jobs that the worker fetched in one batch with this one: one of those may
      // be about the same step, and would send its email a second time.
      const restored = restoredSteps(order.events, event_id);
      if (restored.length > 0) {
        await database.transact(shopper, async (tx) => {
          for (const step of restored)
            await jobs.send(tx, 'order-mail', { user_id, order_id, event_id: step });
        });
      }
      const update = orderUpdate(order, event_id, linkTo(order_id));
      if (!update) return;
      await sendEmail(update);
      await database.asShopper(shopper, noteEventEmailed(shopper, event_id));
    },
    'order-mail-again': async ({ user_id, order_id, event_id, sent_id }) => {
      const shopper = onBehalfOf(user_id);
      const email =
        event_id === null
          ? await confirmationOf(shopper, order_id)
          : await updateOf(shopper, order_id, event_id);
      if (!email) return;
      // Of its own: an email with the key of the former one counts as the same email.
      await sendEmail({ ...email, idempotencyKey: `order-mail-again:${sent_id}` });
      if (event_id !== null) await database.asShopper(shopper, noteEventEmailed(shopper, event_id));
    },
  };
}

/**
 * Whether staff may undo their cancellation of a cash order: see REOPENABLE in server/admin/orders. Until its email is
 * sent and not only for UNDO_SECONDS, because an undo that began in time may not be committed yet.
 */
function mayBeUndone({ payment_method }: Order, events: readonly StoredEvent[]): boolean {
  const cancelled = events.findLast(({ kind }) => kind === 'cancel');
  if (payment_method !== 'cod' || cancelled?.actor !== 'staff') return false;
  return Date.parse(cancelled.at) > Date.now() - EMAIL_DELAY_SECONDS * 1000;
}
