import type { Order } from '#contract/orders.ts';
import { orderPath } from '#contract/page-paths.ts';
import { formatPaise, formatRupees, type Paise } from '#domain/money.ts';
import type { PaymentMode } from '#domain/order.ts';
import type { RefundReason } from '#domain/payment.ts';
import type { Block, EmailContent } from '#server/email/template/content.ts';
import { testModeNotice } from '#server/email/test-mode-notice.ts';

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
      {
        kind: 'text',
        text: testNotice
          ? `${testNotice} Order #${order_number} was paid with a test payment of ${amount}.`
          : `We have received your payment of ${amount} for order #${order_number}.`,
      },
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
  return notice === null ? [] : [{ kind: 'text', text: notice }];
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
      {
        kind: 'text',
        text: `We are refunding your payment of ${amount} for #${order_number}. ${REASONS[reason]}`,
      },
      {
        kind: 'text',
        text: 'It usually reaches your account within 5 to 7 working days. You do not need to do anything.',
      },
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
      {
        kind: 'text',
        text: `${returned} for order #${order_number} has been refunded to the account you paid from. Your bank may need a few days to show it.`,
      },
      ...(reason
        ? [{ kind: 'text' as const, text: `Why we refunded this payment: ${reason}` }]
        : []),
    ],
    reason: PAID,
  };
}
