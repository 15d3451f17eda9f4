import { AppError } from '#contract/errors.ts';
import type { Order } from '#contract/orders.ts';
import { orderPath } from '#contract/page-paths.ts';
import { formatPaise, formatRupees, type Paise } from '#domain/money.ts';
import type { PaymentMode } from '#domain/order.ts';
import type { RefundReason } from '#domain/payment.ts';
import { isFullyRefunded } from '#domain/refunds.ts';
import type { Database } from '#server/database/database.ts';
import type { Block, EmailContent, SendEmail } from '#server/email/template/content.ts';
import { testModeNotice } from '#server/email/test-mode-notice.ts';
import type { JobData } from '#server/jobs/queues.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { findOrderForEmail } from '#server/orders/queries.ts';
import { findDispute } from '#server/payments/disputes/record-dispute.ts';
import { findRefund } from '#server/payments/refunds/refund-queries.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { paymentDisputed, paymentNeedsAttention, paymentUnanswered } from './attention-emails.ts';

const PAID = 'You get this email because you paid us online.';

/** The shopper's receipt; for a test payment it says that no money moved. */
export function paymentReceived(order: Order, to: string, publicUrl: string): EmailContent {
  const { id, order_number, payment_id } = order;
  const amount = formatRupees(order.paid_amount ?? order.total_amount);
  const testNotice = testModeNotice(order, false);
  return {
    idempotencyKey: `payment-received:${id}`,
    to,
    ...(testNotice
      ? {
          subject: `Test payment for order #${order_number}`,
          preview: testNotice,
          heading: 'Your test payment has arrived',
        }
      : {
          subject: `Payment received for order #${order_number}`,
          preview: `We have received ${amount}. Thank you!`,
          heading: 'Your payment has arrived',
        }),
    blocks: [
      testNotice
        ? `${testNotice} Order #${order_number} was paid with a test payment of ${amount}.`
        : `We have received your payment of ${amount} for order #${order_number}.`,
      {
        kind: 'facts',
        facts: [
          { name: testNotice ? 'Test payment' : 'Paid', value: amount, strong: true },
          { name: 'Order', value: `#${order_number}` },
          ...(payment_id ? [{ name: 'Payment', value: payment_id }] : []),
        ],
      },
      { kind: 'action', label: 'Your order', url: publicUrl + orderPath(id) },
    ],
    reason: PAID,
  };
}

/** Says of a test payment that no money moved. */
function testNoticeBlocks(mode: PaymentMode = 'live'): Block[] {
  const notice = testModeNotice({ payment_mode: mode }, false);
  return notice === null ? [] : [notice];
}

type RefundEmailData = {
  email: string;
  order_number: string;
  amount: Paise;
  refund_id: string;
  mode?: PaymentMode;
};

const REASONS: Record<RefundReason, string> = {
  duplicate: 'The order was already paid.',
  mismatch: 'The amount did not match the order.',
  superseded: 'You had cancelled it or started another order before it arrived.',
  out_of_stock: 'It arrived late, and your items had sold out by then. We are sorry.',
};

/** Tells the shopper that their money is being refunded, and why. */
export function refundStarted(refund: RefundEmailData & { reason: RefundReason }): EmailContent {
  const { order_number, refund_id, email, reason, mode } = refund;
  const amount = formatPaise(refund.amount);
  return {
    idempotencyKey: `refund-started:${refund_id}`,
    to: email,
    subject: `Your payment for #${order_number} is being refunded`,
    preview: `${amount} is being refunded to you.`,
    heading: 'Your refund is on its way',
    blocks: [
      ...testNoticeBlocks(mode),
      `We are refunding your payment of ${amount} for #${order_number}. ${REASONS[reason]}`,
      'It usually reaches your account within 5 to 7 working days. You do not need to do anything.',
    ],
    reason: PAID,
  };
}

/**
 * Tells the shopper that the refund is complete. It repeats the reason why the payment was not accepted, because the
 * email about the refund's start is not sent if the refund is complete before that.
 */
export function refundDone(refund: RefundEmailData & { reason?: string }): EmailContent {
  const { order_number, amount, refund_id, email, mode } = refund;
  const returned = formatPaise(amount);
  const reason = Object.entries(REASONS).find(([name]) => name === refund.reason)?.[1];
  return {
    idempotencyKey: `refund-done:${refund_id}`,
    to: email,
    subject: `Refund for order #${order_number}`,
    preview: `${returned} has been refunded.`,
    heading: 'Your refund is complete',
    blocks: [
      ...testNoticeBlocks(mode),
      `${returned} for order #${order_number} has been refunded to the account you paid from. Your bank may need a few days to show it.`,
      ...(reason ? [`Why we refunded this payment: ${reason}`] : []),
    ],
    reason: PAID,
  };
}

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
